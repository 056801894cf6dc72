// Defines acos for one element type and width; included by widths.h.
BUILTIN F acos(F x) { return acosKernel(x); }
