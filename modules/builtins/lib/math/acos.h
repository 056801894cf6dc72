BUILTIN F acos(F x) { return acosKernel(x); }
