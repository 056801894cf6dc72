#ifdef FLOAT
BUILTIN F sinpi(F x) { return TO_F(sinpiKernel(TO_D(x))); }
#else
BUILTIN F sinpi(F x) { return sinpiKernel(x); }
#endif
