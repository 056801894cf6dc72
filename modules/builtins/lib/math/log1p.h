#ifdef FLOAT
BUILTIN F log1p(F x) { return TO_F(log1pFloat(TO_D(x))); }
#else
BUILTIN F log1p(F x) { return log1pKernel(x); }
#endif
