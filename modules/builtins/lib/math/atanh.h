BUILTIN F atanh(F x) { return atanhKernel(x); }
