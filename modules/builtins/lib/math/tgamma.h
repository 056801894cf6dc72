// Defines tgamma for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F tgamma(F x) { return TO_F(tgammaShort(TO_D(x))); }
#else
BUILTIN F tgamma(F x) { return tgammaKernel(x); }
#endif
