#ifdef FLOAT
BUILTIN F exp10(F x) { return exp10Float(x); }
BUILTIN F half_exp10(F x) { return exp10(x); }
BUILTIN F native_exp10(F x) { return exp10(x); }
#else
BUILTIN F exp10(F x) { return exp10Kernel(x); }
#endif
