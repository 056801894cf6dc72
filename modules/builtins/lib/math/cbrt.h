// Defines cbrt for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F cbrt(F x) { return cbrtFloat(x); }
#else
BUILTIN F cbrt(F x) { return cbrtKernel(x); }
#endif
