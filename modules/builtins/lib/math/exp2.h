// Defines exp2, and half_exp2 and native_exp2 of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F exp2(F x) { return exp2Float(x); }
BUILTIN F half_exp2(F x) { return exp2(x); }
BUILTIN F native_exp2(F x) { return exp2Native(x); }
#else
BUILTIN F exp2(F x) { return exp2Kernel(x); }
#endif
