#ifdef FLOAT
BUILTIN F atan2(F y, F x) { return atan2Float(y, x); }
#else
BUILTIN F atan2(F y, F x) { return atan2Kernel(y, x); }
#endif
