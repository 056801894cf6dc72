// Square roots, correctly rounded, and the quotients of the native and half families.
BUILTIN F sqrt(F x) { return __builtin_elementwise_sqrt(x); }
BUILTIN F rsqrt(F x) { return K(1) / __builtin_elementwise_sqrt(x); }

#ifdef FLOAT
BUILTIN F half_sqrt(F x) { return __builtin_elementwise_sqrt(x); }
BUILTIN F native_sqrt(F x) { return __builtin_elementwise_sqrt(x); }
BUILTIN F half_rsqrt(F x) { return K(1) / __builtin_elementwise_sqrt(x); }
BUILTIN F native_rsqrt(F x) { return K(1) / __builtin_elementwise_sqrt(x); }
BUILTIN F half_recip(F x) { return K(1) / x; }
BUILTIN F native_recip(F x) { return K(1) / x; }
BUILTIN F half_divide(F x, F y) { return x / y; }
BUILTIN F native_divide(F x, F y) { return x / y; }
#endif
