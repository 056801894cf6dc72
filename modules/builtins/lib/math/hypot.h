// Defines hypot for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F hypot(F x, F y) { return hypotFloat(x, y); }
#else
BUILTIN F hypot(F x, F y) { return hypotKernel(x, y); }
#endif
