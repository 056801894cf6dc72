#ifdef FLOAT
BUILTIN F cbrt(F x) { return TO_F(cbrtKernel(TO_D(x))); }
#else
BUILTIN F cbrt(F x) { return cbrtKernel(x); }
#endif
