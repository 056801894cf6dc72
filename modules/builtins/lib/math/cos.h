// Defines cos, and half_cos and native_cos of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F cos(F x) { return cosFloat(x); }
BUILTIN F half_cos(F x) { return cos(x); }
BUILTIN F native_cos(F x) { return sinNative(absolute(x), 0.5f); }
#else
BUILTIN F cos(F x) { return cosKernel(x); }
#endif
