#ifdef FLOAT
BUILTIN F asinpi(F x) { return TO_F(asinKernel(TO_D(x), 0) * ONE_OVER_PI); }
#else
BUILTIN F asinpi(F x) { return asinKernel(x, 1) * ONE_OVER_PI; }
#endif
