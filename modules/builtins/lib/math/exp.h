#ifdef FLOAT
BUILTIN F exp(F x) { return TO_F(expFloat(TO_D(x))); }
// Faster forms may be less exact; these are not.
BUILTIN F half_exp(F x) { return exp(x); }
BUILTIN F native_exp(F x) { return exp(x); }
#else
BUILTIN F exp(F x) { return expKernel(x); }
#endif
