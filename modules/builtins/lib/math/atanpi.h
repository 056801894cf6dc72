#ifdef FLOAT
BUILTIN F atanpi(F x) { return TO_F(atanKernel(TO_D(x), 0) * ONE_OVER_PI); }
#else
BUILTIN F atanpi(F x) { return atanKernel(x, 1) * ONE_OVER_PI; }
#endif
