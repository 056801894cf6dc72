#ifdef FLOAT
BUILTIN F asinpi(F x) { return asinpiFloat(x); }
#else
BUILTIN F asinpi(F x) { return asinKernel(x) * ONE_OVER_PI; }
#endif
