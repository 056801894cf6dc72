#ifdef FLOAT
BUILTIN F exp10(F x) { return TO_F(exp10Kernel(TO_D(x))); }
// Faster forms may be less exact; these are not.
BUILTIN F half_exp10(F x) { return exp10(x); }
BUILTIN F native_exp10(F x) { return exp10(x); }
#else
BUILTIN F exp10(F x) { return exp10Kernel(x); }
#endif
