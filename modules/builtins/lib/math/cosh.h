// Defines cosh for one element type and width; included by widths.h.
BUILTIN F cosh(F x) { return coshKernel(x); }
