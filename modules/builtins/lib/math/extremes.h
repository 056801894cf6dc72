// The larger and the smaller; a NaN gives the other operand. C99 Annex F leaves the order of
// zeros open.
BUILTIN F fmin(F x, F y) { return __builtin_elementwise_minnum(x, y); }
BUILTIN F fmax(F x, F y) { return __builtin_elementwise_maxnum(x, y); }
BUILTIN F fdim(F x, F y) {
  const F d = x - y;
  return x <= y ? K(0) : d;
}
BUILTIN F maxmag(F x, F y) {
  const F ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  return ax > ay ? x : ay > ax ? y : __builtin_elementwise_maxnum(x, y);
}
BUILTIN F minmag(F x, F y) {
  const F ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  return ax < ay ? x : ay < ax ? y : __builtin_elementwise_minnum(x, y);
}
#if !IS_SCALAR
BUILTIN F fmin(F x, E y) { return __builtin_elementwise_minnum(x, K(y)); }
BUILTIN F fmax(F x, E y) { return __builtin_elementwise_maxnum(x, K(y)); }
#endif
