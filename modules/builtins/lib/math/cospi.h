#ifdef FLOAT
BUILTIN F cospi(F x) { return TO_F(cospiKernel(TO_D(x))); }
#else
BUILTIN F cospi(F x) { return cospiKernel(x); }
#endif
