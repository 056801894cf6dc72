#ifdef FLOAT
BUILTIN F atan(F x) { return atanFloat(x); }
#else
BUILTIN F atan(F x) { return atanKernel(x); }
#endif
