#ifdef FLOAT
BUILTIN F cos(F x) { return TO_F(cosFloat(TO_D(x))); }
#else
BUILTIN F cos(F x) { return cosKernel(x); }
#endif
