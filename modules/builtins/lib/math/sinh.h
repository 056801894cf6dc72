#ifdef FLOAT
BUILTIN F sinh(F x) { return sinhFloat(x); }
#else
BUILTIN F sinh(F x) { return sinhKernel(x); }
#endif
