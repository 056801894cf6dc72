"""The modules of kernels.py: measuring, the vectoriser's remarks, tables and plots."""
