// Defines powr, and half_powr and native_powr of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F powr(F x, F y) { return powrResult(x, y, powMagnitudeFloat(x, TO_D(y))); }
BUILTIN F half_powr(F x, F y) { return powr(x, y); }
BUILTIN F native_powr(F x, F y) { return exp2Native(y * log2Native(x)); }
#else
BUILTIN F powr(F x, F y) { return powrResult(x, y, powMagnitude(x, y)); }
#endif
