#ifdef FLOAT
BUILTIN F exp2(F x) { return TO_F(exp2Kernel(TO_D(x))); }
// Faster forms may be less exact; these are not.
BUILTIN F half_exp2(F x) { return exp2(x); }
BUILTIN F native_exp2(F x) { return exp2(x); }
#else
BUILTIN F exp2(F x) { return exp2Kernel(x); }
#endif
