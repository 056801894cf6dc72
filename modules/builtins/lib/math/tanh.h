#ifdef FLOAT
BUILTIN F tanh(F x) { return tanhFloat(x); }
#else
BUILTIN F tanh(F x) { return tanhKernel(x); }
#endif
