#ifdef FLOAT
BUILTIN F log10(F x) { return log10Float(x); }
BUILTIN F half_log10(F x) { return log10(x); }
BUILTIN F native_log10(F x) { return log2Native(x) * K(0x1.344136p-2f); }
#else
BUILTIN F log10(F x) { return logBase(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.34413509p-2, 0x1.ef3fde623e256p-35); }
#endif
