#ifdef FLOAT
BUILTIN F exp2(F x) { return TO_F(exp2Kernel(TO_D(x))); }
#else
BUILTIN F exp2(F x) { return exp2Kernel(x); }
#endif
