#ifdef FLOAT
BUILTIN F powr(F x, F y) {
  const D a = TO_D(x), b = TO_D(y);
  return TO_F(powrSpecial(a, b, powMagnitudeFloat(a, b)));
}
BUILTIN F half_powr(F x, F y) { return powr(x, y); }
BUILTIN F native_powr(F x, F y) { return powr(x, y); }
#else
BUILTIN F powr(F x, F y) { return powrSpecial(x, y, powMagnitude(x, y)); }
#endif
