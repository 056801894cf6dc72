// Defines tan, and half_tan and native_tan of floats, for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F tan(F x) { return tanFloat(x); }
BUILTIN F half_tan(F x) { return tan(x); }
BUILTIN F native_tan(F x) { return tan(x); }
#else
BUILTIN F tan(F x) { return tanKernel(x); }
#endif
