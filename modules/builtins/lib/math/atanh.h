// Defines atanh for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F atanh(F x) { return atanhFloat(x); }
#else
BUILTIN F atanh(F x) { return atanhKernel(x); }
#endif
