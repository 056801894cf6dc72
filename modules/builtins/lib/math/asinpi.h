// Defines asinpi for one element type and width; included by widths.h.
BUILTIN F asinpi(F x) { return asinpiKernel(x); }
