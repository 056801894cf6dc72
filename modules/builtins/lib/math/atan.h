#ifdef FLOAT
BUILTIN F atan(F x) { return TO_F(atanKernel(TO_D(x), 0)); }
#else
BUILTIN F atan(F x) { return atanKernel(x, 1); }
#endif
