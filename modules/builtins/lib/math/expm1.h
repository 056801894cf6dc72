#ifdef FLOAT
BUILTIN F expm1(F x) { return TO_F(expm1Kernel(TO_D(x))); }
#else
BUILTIN F expm1(F x) { return expm1Kernel(x); }
#endif
