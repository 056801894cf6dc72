#ifdef FLOAT
BUILTIN F pow(F x, F y) { return powResult(x, y, powMagnitudeFloat(x, TO_D(y))); }
#else
BUILTIN F pow(F x, F y) { return powResult(x, y, powMagnitude(x, y)); }
#endif
