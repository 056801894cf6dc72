#ifdef FLOAT
BUILTIN F acospi(F x) { return acospiFloat(x); }
#else
BUILTIN F acospi(F x) { return acosKernel(x) * ONE_OVER_PI; }
#endif
