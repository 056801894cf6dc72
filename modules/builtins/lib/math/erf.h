#ifdef FLOAT
BUILTIN F erf(F x) { return TO_F(erfKernel(TO_D(x))); }
#else
BUILTIN F erf(F x) { return erfKernel(x); }
#endif
