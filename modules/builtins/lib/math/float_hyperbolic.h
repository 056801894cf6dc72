// tanh and the inverse hyperbolic functions in float, for all widths.
//
// The inverses are arc tangents, whose series in squares is short: y = k log 2 + 2 atanh z.
//   sinh y = s, cosh y = c, e^y = s + c = u:   z = (u - 2^k) / (u + 2^k)
//   k = 0:                                     z = s / (1 + c)
//
// For k = 0, 2 atanh z = s + z^3 (2P(z^2) - (1 + c)) has no rounding error but the ones of s and of
// a small correction. For atanh x, z = ((1 + x) - 2^2k (1 - x)) / ((1 + x) + 2^2k (1 - x)), and so x
// for k = 0.

#define LN2_UNIT (0x1.62e430p-1f * EXPONENT_UNIT)
#define EXPONENT_FIELD (I)0xff800000

// Up to 0.55 a polynomial, beyond 1 - 2 / (e^2x + 1).
HELPER F tanhFloat(F x) {
  const F ax = absolute(x), w = ax * ax;
  const F near_ = MA(ax * w, POLY_FLOAT_TANH(w), ax);
  const F twice = K(2) * (ax > K(10) ? K(10) : ax);
  const F t = MA(twice, K(0x1.715476p+0f), K(ROUNDER + 127.0f)), n = t - K(ROUNDER + 127.0f);
  const F r = MA(n, K(-0x1.7f7d1cp-20f), MA(n, K(-0x1.62e4p-1f), twice));
  const F scale = AS_F(AS_U(t) << 23), power = MA(scale, MA(r * r, POLY_FLOAT_EXP(r), r), scale);
  const F far = K(1) - K(2) / (power + K(1));
  return __builtin_elementwise_copysign(ax < K(0.55f) ? near_ : far, x);
}

// y for sinh y = s and cosh y = c, y >= 0. k = 0 up to u = 2.828, where roundings of u do not count
// much any more.
HELPER F arcOfWave(F s, F c) {
  const F u = s + c;
  const MASK low = u < K(0x1.6ap+1f);
  const I rounded = (AS_I(u) - (I)0x3f3504f3) & EXPONENT_FIELD, field = low ? (I)0 : rounded;
  const F power = AS_F(field + (I)0x3f800000), top = u - power;
  const F above = low ? s : top, below = (low ? c : u) + power;
  const F z = above / below, w = z * z, twice = z + z;
  const F first = low ? s : twice, off = low ? below : K(0);
  return MA(TO_F(field), K(LN2_UNIT), MA(z * w, POLY_FLOAT_ASINH(w) - off, first));
}

// Squares would overflow: the logarithm of 2x.
HELPER F arcOfLarge(F ax, F y) {
  const MASK large = ax > K(0x1p60f);
  F r = y;
  if (UNLIKELY(ANY(large))) {
    const F logarithm = logFloat(ax) + K(0x1.62e430p-1f);
    r = large ? logarithm : y;
  }
  return r;
}

HELPER F asinhFloat(F x) {
  const F ax = absolute(x), cosine = __builtin_elementwise_sqrt(MA(ax, ax, K(1)));
  return __builtin_elementwise_copysign(arcOfLarge(ax, arcOfWave(ax, cosine)), x);
}

HELPER F acoshFloat(F x) {
  const F t = x - K(1), sine = __builtin_elementwise_sqrt(MA(t, t, t + t));
  const F y = arcOfLarge(x, arcOfWave(sine, x));
  return x >= K(1) ? y : K(NAN);
}

// 2^2k is rounded from the quotient of 1 + x and 1 - x by their bits. These are some logarithm of
// them, not further than 0.087 from the true one to base 2. So |z| <= 0.2003 but for k = 0, used up
// to 1/4 (else the roundings of z would count too much). 1 - x = d + lost.
HELPER F atanhFloat(F x) {
  const F ax = absolute(x), d = K(1) - ax, lost = (K(1) - d) - ax;
  const I rounded = (AS_I(K(1) + ax) - AS_I(d) + (I)0x400000) & EXPONENT_FIELD;
  const I field = ax < K(0.25f) ? (I)0 : rounded;
  const F power = AS_F(field + (I)0x3f800000), part = power * d;
  const F z = (MA(-power, lost, K(1) - part) + ax) / ((ax + part) + K(1)), w = z * z;
  const F y = MA(TO_F(field), K(0.5f * LN2_UNIT), MA(z * w, POLY_FLOAT_ATANH(w), z));
  const F outside = ax == K(1) ? K(INFINITY) : K(NAN);
  return __builtin_elementwise_copysign(ax < K(1) ? y : outside, x);
}

#undef LN2_UNIT
#undef EXPONENT_FIELD
