#ifdef FLOAT
BUILTIN F pow(F x, F y) {
  const D a = TO_D(x), b = TO_D(y);
  return TO_F(powSpecial(a, b, powMagnitudeFloat(a, b)));
}
#else
BUILTIN F pow(F x, F y) { return powSpecial(x, y, powMagnitude(x, y)); }
#endif
