// Defines pown for one element type and width; included by widths.h.
#ifdef FLOAT
BUILTIN F pown(F x, I32 n) {
  return pownResult(x, TO_F(n), (n & (I)1) != (I)0, powMagnitudeFloat(x, TO_D(n)));
}
#else
BUILTIN F pown(F x, I32 n) {
  const F y = TO_F(n);
  return pownResult(x, y, isOdd(y), powMagnitude(x, y));
}
#endif
