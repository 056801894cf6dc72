// Defines log1p for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F log1p(F x) { return log1pFloat(x); }
#else
BUILTIN F log1p(F x) { return log1pKernel(x); }
#endif
