#ifdef FLOAT
BUILTIN F cosh(F x) { return coshFloat(x); }
#else
BUILTIN F cosh(F x) { return coshKernel(x); }
#endif
