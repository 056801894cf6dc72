// Defines exp, and half_exp and native_exp of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F exp(F x) { return expFloat(x); }
BUILTIN F half_exp(F x) { return exp(x); }
BUILTIN F native_exp(F x) { return expNative(x); }
#else
BUILTIN F exp(F x) { return expKernel(x); }
#endif
