#ifdef FLOAT
BUILTIN F acosh(F x) { return TO_F(acoshKernel(TO_D(x))); }
#else
BUILTIN F acosh(F x) { return acoshKernel(x); }
#endif
