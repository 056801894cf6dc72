#ifdef FLOAT
BUILTIN F sin(F x) { return TO_F(sinFloat(TO_D(x))); }
#else
BUILTIN F sin(F x) { return sinKernel(x); }
#endif
