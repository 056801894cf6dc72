#ifdef FLOAT
BUILTIN F log10(F x) { return logSpecial(x, log10Float(x)); }
BUILTIN F half_log10(F x) { return log10(x); }
BUILTIN F native_log10(F x) { return log10(x); }
#else
BUILTIN F log10(F x) { return logTimes(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57); }
#endif
