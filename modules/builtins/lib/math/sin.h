#ifdef FLOAT
BUILTIN F sin(F x) { return TO_F(sinFloat(TO_D(x))); }
// Faster forms may be less exact; these are not.
BUILTIN F half_sin(F x) { return sin(x); }
BUILTIN F native_sin(F x) { return sin(x); }
#else
BUILTIN F sin(F x) { return sinKernel(x); }
#endif
