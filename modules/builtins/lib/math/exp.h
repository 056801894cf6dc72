#ifdef FLOAT
BUILTIN F exp(F x) { return TO_F(expFloat(TO_D(x))); }
#else
BUILTIN F exp(F x) { return expKernel(x); }
#endif
