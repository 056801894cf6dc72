// Defines rootn for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F rootn(F x, I32 n) {
  // n as a sum of two floats, 1 / n as a float and the rest.
  const I most = __builtin_elementwise_abs(n) >> 24 != (I)0 ? n & (I)~0xff : n;
  const F high = TO_F(most), inverse = K(1) / high;
  const FloatPair product = productFloat(inverse, high);
  const F left = MA(TO_F(most - n), inverse, (K(1) - product.hi) - product.lo);
  const F r = powMagnitudeFloat(x, TO_D(inverse) + TO_D(left * inverse));
  return rootResult(x, high, (n & (I)1) != (I)0, r);
}
#else
BUILTIN F rootn(F x, I32 n) {
  const F y = TO_F(n);
  return rootResult(x, y, isOdd(y), rootMagnitude(x, y));
}
#endif
