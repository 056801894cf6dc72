#ifdef FLOAT
BUILTIN F atanh(F x) { return TO_F(atanhKernel(TO_D(x))); }
#else
BUILTIN F atanh(F x) { return atanhKernel(x); }
#endif
