// The error functions in float, for all widths.

// Up to 1 a polynomial of x^2; above, 1 - 2^-q(x), which is 1 from 4 on.
HELPER F erfFloat(F x) {
  const F ax = absolute(x), w = ax * ax;
  const F inner = MA(x, POLY_FLOAT_ERF(w), x);
  const F tail = exp2Short(-POLY_FLOAT_ERF_TAIL(clampTo(ax, 1.0f, 4.0f)));
  return ax < K(1) ? inner : __builtin_elementwise_copysign(K(1) - tail, x);
}

// e^(-x^2) p((x - 2) / (x + 2)) / (1 + 2x) for 0.8 <= x; one quotient serves both. An error in x^2
// would count x^2 times, so the square is taken in two parts. The rounding error of the quotient is
// added to the power's excess over 1.
HELPER F erfcTailFloat(F x0) {
  const F x = clampTo(x0, 0.8f, 10.5f), above = x + K(2), factor = MA(K(2), x, K(1));
  const F inverse = K(1) / (above * factor), u = (x - K(2)) * (factor * inverse);
  const F g = above * inverse, lost = K(1) - (factor - K(2) * x);
  const FloatPair one = productFloat(g, factor), square = productFloat(x, x);
  const F t = MA(-square.hi, K(0x1.715476p+0f), K(EXP_ROUNDER)), n = t - K(EXP_ROUNDER);
  const F r0 = MA(n, K(-0x1.7f7d1cp-20f), MA(n, K(-0x1.62e4p-1f), -square.hi));
  const F r = r0 - square.lo, low = (r0 - r) - square.lo;
  const F off = MA(-g, lost, (K(1) - one.hi) - (one.lo - low));
  const F power = r + MA(r * r, POLY_FLOAT_EXP(r), off), p = POLY_FLOAT_ERFC(u);
  return scaleBy(MA(g, power + MA(p, power, p), g), t);
}

HELPER F erfcFloat(F x) {
  const F ax = absolute(x), w = ax * ax;
  const F inner = K(1) - MA(x, POLY_FLOAT_ERF(w), x);
  const F tail = erfcTailFloat(ax), outer = x < K(0) ? K(2) - tail : tail;
  return ax < K(0.8f) ? inner : outer;
}
