BUILTIN F acospi(F x) { return acospiKernel(x); }
