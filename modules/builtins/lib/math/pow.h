// Defines pow for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F pow(F x, F y) { return powResult(x, y, powMagnitudeFloat(x, TO_D(y))); }
#else
BUILTIN F pow(F x, F y) { return powResult(x, y, powMagnitude(x, y)); }
#endif
