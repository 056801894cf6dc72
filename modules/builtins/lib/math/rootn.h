#ifdef FLOAT
BUILTIN F rootn(F x, I32 n) {
  const D a = TO_D(x), b = TO_D(n);
  return TO_F(rootSpecial(a, b, powMagnitudeFloat(a, (D)1.0 / b)));
}
#else
BUILTIN F rootn(F x, I32 n) {
  const F y = TO_F(n);
  return rootSpecial(x, y, rootMagnitude(x, y));
}
#endif
