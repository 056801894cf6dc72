#ifdef FLOAT
BUILTIN F hypot(F x, F y) { return TO_F(hypotKernel(TO_D(x), TO_D(y))); }
#else
BUILTIN F hypot(F x, F y) { return hypotKernel(x, y); }
#endif
