// Defines atanpi for one element type and width; included by widths.h.
BUILTIN F atanpi(F x) { return atanpiKernel(x); }
