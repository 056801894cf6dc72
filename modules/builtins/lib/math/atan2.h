// Defines atan2 for one element type and width; included by widths.h.
BUILTIN F atan2(F y, F x) { return atan2Kernel(y, x); }
