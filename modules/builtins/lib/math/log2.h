#ifdef FLOAT
BUILTIN F log2(F x) { return log2Float(x); }
BUILTIN F half_log2(F x) { return log2(x); }
BUILTIN F native_log2(F x) { return log2Native(x); }
#else
BUILTIN F log2(F x) { return logBase(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, 1.0, 0.0); }
#endif
