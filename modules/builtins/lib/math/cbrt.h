#ifdef FLOAT
BUILTIN F cbrt(F x) { return cbrtFloat(x); }
#else
BUILTIN F cbrt(F x) { return cbrtKernel(x); }
#endif
