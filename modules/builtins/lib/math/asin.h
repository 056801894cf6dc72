// Defines asin for one element type and width; included by widths.h.
BUILTIN F asin(F x) { return asinKernel(x); }
