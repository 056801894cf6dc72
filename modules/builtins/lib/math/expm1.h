#ifdef FLOAT
BUILTIN F expm1(F x) { return expm1Float(x); }
#else
BUILTIN F expm1(F x) { return expm1Kernel(x); }
#endif
