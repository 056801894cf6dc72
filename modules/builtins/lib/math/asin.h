#ifdef FLOAT
BUILTIN F asin(F x) { return asinFloat(x); }
#else
BUILTIN F asin(F x) { return asinKernel(x); }
#endif
