"""What kernels.py is made of: measuring, the vectoriser's remarks, tables and plots."""
