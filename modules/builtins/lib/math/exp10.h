// Defines exp10, and half_exp10 and native_exp10 of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F exp10(F x) { return exp10Float(x); }
BUILTIN F half_exp10(F x) { return exp10(x); }
BUILTIN F native_exp10(F x) { return exp10Native(x); }
#else
BUILTIN F exp10(F x) { return exp10Kernel(x); }
#endif
