// Rounding to integral values.
BUILTIN F floor(F x) { return __builtin_elementwise_floor(x); }
BUILTIN F ceil(F x) { return __builtin_elementwise_ceil(x); }
BUILTIN F trunc(F x) { return __builtin_elementwise_trunc(x); }
BUILTIN F rint(F x) { return __builtin_elementwise_rint(x); }
BUILTIN F round(F x) { return __builtin_elementwise_round(x); }
