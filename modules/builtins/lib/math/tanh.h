#ifdef FLOAT
BUILTIN F tanh(F x) { return TO_F(tanhKernel(TO_D(x))); }
#else
BUILTIN F tanh(F x) { return tanhKernel(x); }
#endif
