#ifdef FLOAT
BUILTIN F hypot(F x, F y) { return hypotFloat(x, y); }
#else
BUILTIN F hypot(F x, F y) { return hypotKernel(x, y); }
#endif
