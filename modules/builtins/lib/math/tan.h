#ifdef FLOAT
BUILTIN F tan(F x) { return TO_F(tanFloat(TO_D(x))); }
// Faster forms may be less exact; these are not.
BUILTIN F half_tan(F x) { return tan(x); }
BUILTIN F native_tan(F x) { return tan(x); }
#else
BUILTIN F tan(F x) { return tanKernel(x); }
#endif
