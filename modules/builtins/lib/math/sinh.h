// Defines sinh for one element type and width; included by widths.h.
BUILTIN F sinh(F x) { return sinhKernel(x); }
