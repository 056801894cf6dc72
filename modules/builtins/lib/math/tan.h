#ifdef FLOAT
BUILTIN F tan(F x) { return TO_F(tanFloat(TO_D(x))); }
#else
BUILTIN F tan(F x) { return tanKernel(x); }
#endif
