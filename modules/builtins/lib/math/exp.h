#ifdef FLOAT
BUILTIN F exp(F x) { return expFloat(x); }
BUILTIN F half_exp(F x) { return exp(x); }
BUILTIN F native_exp(F x) { return exp(x); }
#else
BUILTIN F exp(F x) { return expKernel(x); }
#endif
