#ifdef FLOAT
BUILTIN F cos(F x) { return cosFloat(x); }
BUILTIN F half_cos(F x) { return cos(x); }
BUILTIN F native_cos(F x) { return cos(x); }
#else
BUILTIN F cos(F x) { return cosKernel(x); }
#endif
