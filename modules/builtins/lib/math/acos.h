#ifdef FLOAT
BUILTIN F acos(F x) { return TO_F(acosKernel(TO_D(x), 0)); }
#else
BUILTIN F acos(F x) { return acosKernel(x, 1); }
#endif
