#ifdef FLOAT
BUILTIN F pow(F x, F y) { return powResult(x, y, powMagnitudeFloat(x, y, K(0))); }
#else
BUILTIN F pow(F x, F y) { return powResult(x, y, powMagnitude(x, y)); }
#endif
