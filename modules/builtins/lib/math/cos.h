#ifdef FLOAT
BUILTIN F cos(F x) { return TO_F(cosFloat(TO_D(x))); }
// Faster forms may be less exact; these are not.
BUILTIN F half_cos(F x) { return cos(x); }
BUILTIN F native_cos(F x) { return cos(x); }
#else
BUILTIN F cos(F x) { return cosKernel(x); }
#endif
