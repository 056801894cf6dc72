#ifdef FLOAT
BUILTIN F acosh(F x) { return acoshFloat(x); }
#else
BUILTIN F acosh(F x) { return acoshKernel(x); }
#endif
