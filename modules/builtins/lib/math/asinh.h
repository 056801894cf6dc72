#ifdef FLOAT
BUILTIN F asinh(F x) { return asinhFloat(x); }
#else
BUILTIN F asinh(F x) { return asinhKernel(x); }
#endif
