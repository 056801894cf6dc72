// Defines cospi for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F cospi(F x) { return cospiFloat(x); }
#else
BUILTIN F cospi(F x) { return cospiKernel(x); }
#endif
