#ifdef FLOAT
BUILTIN F log(F x) { return logSpecial(x, logFloat(x)); }
BUILTIN F half_log(F x) { return log(x); }
BUILTIN F native_log(F x) { return log(x); }
#else
BUILTIN F log(F x) { return logKernel(x); }
#endif
