#ifdef FLOAT
BUILTIN F asin(F x) { return TO_F(asinKernel(TO_D(x), 0)); }
#else
BUILTIN F asin(F x) { return asinKernel(x, 1); }
#endif
