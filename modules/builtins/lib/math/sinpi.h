// Defines sinpi for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F sinpi(F x) { return sinpiFloat(x); }
#else
BUILTIN F sinpi(F x) { return sinpiKernel(x); }
#endif
