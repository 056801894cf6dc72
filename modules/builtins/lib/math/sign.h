// The sign and the magnitude.
BUILTIN F fabs(F x) { return __builtin_elementwise_abs(x); }
BUILTIN F copysign(F x, F y) { return __builtin_elementwise_copysign(x, y); }
