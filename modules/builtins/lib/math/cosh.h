BUILTIN F cosh(F x) { return coshKernel(x); }
