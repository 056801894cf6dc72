BUILTIN F atanpi(F x) { return atanpiKernel(x); }
