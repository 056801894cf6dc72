#ifdef FLOAT
BUILTIN F tgamma(F x) { return TO_F(tgammaKernel(TO_D(x))); }
#else
BUILTIN F tgamma(F x) { return tgammaKernel(x); }
#endif
