#ifdef FLOAT
BUILTIN F log(F x) {
  const D d = TO_D(x);
  return TO_F(logSpecial(d, logFloat(d)));
}
// Faster forms may be less exact; these are not.
BUILTIN F half_log(F x) { return log(x); }
BUILTIN F native_log(F x) { return log(x); }
#else
BUILTIN F log(F x) { return logKernel(x); }
#endif
