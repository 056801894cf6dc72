#ifdef FLOAT
BUILTIN F atan2pi(F y, F x) { return TO_F(atan2Kernel(TO_D(y), TO_D(x), 0) * ONE_OVER_PI); }
#else
BUILTIN F atan2pi(F y, F x) { return atan2Kernel(y, x, 1) * ONE_OVER_PI; }
#endif
