// Defines log2, and half_log2 and native_log2 of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F log2(F x) { return log2Float(x); }
BUILTIN F half_log2(F x) { return log2(x); }
BUILTIN F native_log2(F x) { return log2Native(x); }
#else
BUILTIN F log2(F x) { return log2Kernel(x); }
#endif
