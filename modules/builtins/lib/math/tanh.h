// Defines tanh for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F tanh(F x) { return tanhFloat(x); }
#else
BUILTIN F tanh(F x) { return tanhKernel(x); }
#endif
