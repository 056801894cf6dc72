BUILTIN F asin(F x) { return asinKernel(x); }
