BUILTIN F asinpi(F x) { return asinpiKernel(x); }
