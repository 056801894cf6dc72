#ifdef FLOAT
BUILTIN F pown(F x, I32 n) {
  // n as a sum of two floats.
  const I high = __builtin_elementwise_abs(n) >> 24 != (I)0 ? n & (I)~0xff : n;
  const F y = TO_F(high), rest = TO_F(n - high), whole = TO_F(n);
  const F r = powMagnitudeFloat(x, y, rest);
  return pownResult(x, whole, (n & (I)1) != (I)0, r);
}
#else
BUILTIN F pown(F x, I32 n) {
  const F y = TO_F(n);
  return pownResult(x, y, isOdd(y), powMagnitude(x, y));
}
#endif
