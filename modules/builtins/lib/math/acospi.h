// Defines acospi for one element type and width; included by widths.h.
BUILTIN F acospi(F x) { return acospiKernel(x); }
