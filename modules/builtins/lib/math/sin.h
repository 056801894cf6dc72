// Defines sin, and half_sin and native_sin of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F sin(F x) { return sinFloat(x); }
BUILTIN F half_sin(F x) { return sin(x); }
BUILTIN F native_sin(F x) { return flipSign(sinNative(absolute(x), 0.0f), signOf(x)); }
#else
BUILTIN F sin(F x) { return sinKernel(x); }
#endif
