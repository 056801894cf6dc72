#ifdef FLOAT
BUILTIN F pown(F x, I32 n) {
  const D a = TO_D(x), b = TO_D(n);
  return TO_F(powSpecial(a, b, powMagnitudeFloat(a, b)));
}
#else
BUILTIN F pown(F x, I32 n) {
  const F y = TO_F(n);
  return powSpecial(x, y, powMagnitude(x, y));
}
#endif
