#ifdef FLOAT
BUILTIN F asinh(F x) { return TO_F(asinhKernel(TO_D(x))); }
#else
BUILTIN F asinh(F x) { return asinhKernel(x); }
#endif
