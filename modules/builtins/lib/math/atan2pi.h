// Defines atan2pi for one element type and width; included by widths.h.
BUILTIN F atan2pi(F y, F x) { return atan2piKernel(y, x); }
