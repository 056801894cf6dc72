// Defines tanpi for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F tanpi(F x) { return tanpiFloat(x); }
#else
BUILTIN F tanpi(F x) { return tanpiKernel(x); }
#endif
