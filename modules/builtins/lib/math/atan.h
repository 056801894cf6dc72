// Defines atan for one element type and width; included by widths.h.
BUILTIN F atan(F x) { return atanKernel(x); }
