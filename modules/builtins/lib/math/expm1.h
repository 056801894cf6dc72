// Defines expm1 for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F expm1(F x) { return unlessTiny(x, x, expm1Float(x)); }
#else
BUILTIN F expm1(F x) { return unlessTiny(x, x, expm1Kernel(x)); }
#endif
