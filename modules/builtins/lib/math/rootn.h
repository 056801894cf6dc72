#ifdef FLOAT
BUILTIN F rootn(F x, I32 n) {
  // n as a sum of two floats, 1 / n as a float and the rest.
  const F high = TO_F(n & (I)~0x7f), low = TO_F(n & (I)0x7f), y = TO_F(n);
  const F inverse = K(1) / y;
  const FloatPair product = productFloat(inverse, high);
  const F left = MA(-low, inverse, (K(1) - product.hi) - product.lo);
  return rootResult(x, y, (n & (I)1) != (I)0,
                     powMagnitudeFloat(x, inverse, left * inverse));
}
#else
BUILTIN F rootn(F x, I32 n) {
  const F y = TO_F(n);
  return rootResult(x, y, isOdd(y), rootMagnitude(x, y));
}
#endif
