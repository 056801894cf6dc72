BUILTIN F atan(F x) { return atanKernel(x); }
