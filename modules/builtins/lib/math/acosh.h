BUILTIN F acosh(F x) { return acoshKernel(x); }
