BUILTIN F atan2(F y, F x) { return atan2Kernel(y, x); }
