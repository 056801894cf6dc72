#ifdef FLOAT
BUILTIN F erfc(F x) { return erfcFloat(x); }
#else
BUILTIN F erfc(F x) { return erfcKernel(x); }
#endif
