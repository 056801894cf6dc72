#ifdef FLOAT
BUILTIN F sinh(F x) { return TO_F(sinhKernel(TO_D(x))); }
#else
BUILTIN F sinh(F x) { return sinhKernel(x); }
#endif
