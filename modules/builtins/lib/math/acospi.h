#ifdef FLOAT
BUILTIN F acospi(F x) { return TO_F(acosKernel(TO_D(x), 0) * ONE_OVER_PI); }
#else
BUILTIN F acospi(F x) { return acosKernel(x, 1) * ONE_OVER_PI; }
#endif
