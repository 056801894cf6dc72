#ifdef FLOAT
BUILTIN F tanpi(F x) { return TO_F(tanpiKernel(TO_D(x))); }
#else
BUILTIN F tanpi(F x) { return tanpiKernel(x); }
#endif
