BUILTIN F sinh(F x) { return sinhKernel(x); }
