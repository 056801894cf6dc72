// Functions that are one operation of the machine, or nearly.
BUILTIN F sqrt(F x) { return __builtin_elementwise_sqrt(x); }
BUILTIN F fabs(F x) { return __builtin_elementwise_abs(x); }
BUILTIN F floor(F x) { return __builtin_elementwise_floor(x); }
BUILTIN F ceil(F x) { return __builtin_elementwise_ceil(x); }
BUILTIN F trunc(F x) { return __builtin_elementwise_trunc(x); }
BUILTIN F rint(F x) { return __builtin_elementwise_rint(x); }
BUILTIN F round(F x) { return __builtin_elementwise_round(x); }
BUILTIN F copysign(F x, F y) { return __builtin_elementwise_copysign(x, y); }
BUILTIN F fma(F a, F b, F c) { return __builtin_elementwise_fma(a, b, c); }
BUILTIN F mad(F a, F b, F c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}
BUILTIN F rsqrt(F x) { return K(1) / __builtin_elementwise_sqrt(x); }
BUILTIN F fmin(F x, F y) { return __builtin_elementwise_minimumnum(x, y); }
BUILTIN F fmax(F x, F y) { return __builtin_elementwise_maximumnum(x, y); }
BUILTIN F fdim(F x, F y) { return x != x ? x : y != y ? y : x > y ? x - y : K(0); }
// C99 Annex F has no say here; equal magnitudes go to fmax/fmin (OpenCL C, math functions).
BUILTIN F maxmag(F x, F y) {
  const F ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  return ax > ay ? x : ay > ax ? y : __builtin_elementwise_maximumnum(x, y);
}
BUILTIN F minmag(F x, F y) {
  const F ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  return ax < ay ? x : ay < ax ? y : __builtin_elementwise_minimumnum(x, y);
}
#if !IS_SCALAR
BUILTIN F fmin(F x, E y) { return __builtin_elementwise_minimumnum(x, K(y)); }
BUILTIN F fmax(F x, E y) { return __builtin_elementwise_maximumnum(x, K(y)); }
#endif

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
