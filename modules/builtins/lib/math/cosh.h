#ifdef FLOAT
BUILTIN F cosh(F x) { return TO_F(coshKernel(TO_D(x))); }
#else
BUILTIN F cosh(F x) { return coshKernel(x); }
#endif
