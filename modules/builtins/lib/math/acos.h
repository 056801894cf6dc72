#ifdef FLOAT
BUILTIN F acos(F x) { return acosFloat(x); }
#else
BUILTIN F acos(F x) { return acosKernel(x); }
#endif
