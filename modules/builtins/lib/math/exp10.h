#ifdef FLOAT
BUILTIN F exp10(F x) { return TO_F(exp10Kernel(TO_D(x))); }
#else
BUILTIN F exp10(F x) { return exp10Kernel(x); }
#endif
