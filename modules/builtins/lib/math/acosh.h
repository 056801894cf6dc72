// Defines acosh for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F acosh(F x) { return acoshFloat(x); }
#else
BUILTIN F acosh(F x) { return acoshKernel(x); }
#endif
