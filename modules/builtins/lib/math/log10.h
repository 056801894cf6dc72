// Defines log10, and half_log10 and native_log10 of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F log10(F x) { return log10Float(x); }
BUILTIN F half_log10(F x) { return log10(x); }
BUILTIN F native_log10(F x) { return log2Native(x) * K(0x1.344136p-2f); }
#else
BUILTIN F log10(F x) { return log10Kernel(x); }
#endif
