#ifdef FLOAT
BUILTIN F atanpi(F x) { return atanpiFloat(x); }
#else
BUILTIN F atanpi(F x) { return atanKernel(x) * ONE_OVER_PI; }
#endif
