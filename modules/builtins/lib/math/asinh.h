// Defines asinh for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F asinh(F x) { return asinhFloat(x); }
#else
BUILTIN F asinh(F x) { return asinhKernel(x); }
#endif
