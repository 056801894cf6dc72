#ifdef FLOAT
BUILTIN F erfc(F x) { return TO_F(erfcKernel(TO_D(x))); }
#else
BUILTIN F erfc(F x) { return erfcKernel(x); }
#endif
