#ifdef FLOAT
BUILTIN F sinpi(F x) { return sinpiFloat(x); }
#else
BUILTIN F sinpi(F x) { return sinpiKernel(x); }
#endif
