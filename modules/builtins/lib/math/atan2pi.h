#ifdef FLOAT
BUILTIN F atan2pi(F y, F x) { return atan2piFloat(y, x); }
#else
BUILTIN F atan2pi(F y, F x) { return atan2Kernel(y, x) * ONE_OVER_PI; }
#endif
