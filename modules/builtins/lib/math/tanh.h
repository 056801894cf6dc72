BUILTIN F tanh(F x) { return tanhKernel(x); }
