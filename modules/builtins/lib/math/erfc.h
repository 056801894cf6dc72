// Defines erfc for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F erfc(F x) { return erfcFloat(x); }
#else
BUILTIN F erfc(F x) { return erfcKernel(x); }
#endif
