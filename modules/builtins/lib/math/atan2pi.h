BUILTIN F atan2pi(F y, F x) { return atan2piKernel(y, x); }
