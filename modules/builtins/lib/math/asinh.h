BUILTIN F asinh(F x) { return asinhKernel(x); }
