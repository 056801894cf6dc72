// Defines erf for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F erf(F x) { return erfFloat(x); }
#else
BUILTIN F erf(F x) { return erfKernel(x); }
#endif
