// Defines log, and half_log and native_log of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F log(F x) { return logFloat(x); }
BUILTIN F half_log(F x) { return log(x); }
BUILTIN F native_log(F x) { return log2Native(x) * K(0x1.62e43p-1f); }
#else
BUILTIN F log(F x) { return logKernel(x); }
#endif
