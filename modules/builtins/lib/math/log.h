#ifdef FLOAT
BUILTIN F log(F x) {
  const D d = TO_D(x);
  return TO_F(logSpecial(d, logFloat(d)));
}
#else
BUILTIN F log(F x) { return logKernel(x); }
#endif
