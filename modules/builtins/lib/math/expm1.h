#ifdef FLOAT
BUILTIN F expm1(F x) { return unlessTiny(x, x, expm1Float(x)); }
#else
BUILTIN F expm1(F x) { return unlessTiny(x, x, expm1Kernel(x)); }
#endif
