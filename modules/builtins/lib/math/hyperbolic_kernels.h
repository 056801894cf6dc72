// sinh and cosh of float and double, tanh and the inverses of double, for all widths.
//
// x = n log 2 + r: with a = 2^n and b = 2^-n, sinh x is cosh(r) (a - b)/2 + sinh(r) (a + b)/2. cosh
// x is the same with the sums and differences exchanged. Both have no quotient, and sinh of small
// arguments (n = 0) has no cancellation.

#ifdef FLOAT
#define LN2_FIRST 0x1.62e4p-1f
#define LN2_REST 0x1.7f7d1cp-20f
#define WAVE_ROUNDER (ROUNDER + 125.0f)
#define FRACTION_BITS 23
#define FIELD 0x1ff    // the exponent's bits and one more
#define MIRRORED 250   // the sum of the exponents of a and b
#define POLY_OF_SINH POLY_FLOAT_SINH
#define POLY_OF_COSH POLY_FLOAT_COSH
#define LARGEST 89.7f  // beyond it sinh and cosh are infinite
#else
#define LN2_FIRST LN2_HIGH
#define LN2_REST LN2_LOW
#define WAVE_ROUNDER (0x1.8p52 + 1021)
#define FRACTION_BITS 52
#define FIELD 0xfff
#define MIRRORED 2042
#define POLY_OF_SINH POLY_SINH
#define POLY_OF_COSH POLY_COSH
#define LARGEST 710.7
#endif

#define Wave PASTE(PASTE(Wave, E), N)
typedef struct {
  F sum, difference;   // (a + b) / 4, (a - b) / 4
  F r, sineTail, cosineTail;  // r, sinh r - r, cosh r - 1
} Wave;

// 0 <= x <= LARGEST, or NaN
HELPER Wave waveOf(F x) {
  const F t = MA(x, K(0x1.71547652b82fep+0), K(WAVE_ROUNDER)), n = t - K(WAVE_ROUNDER);
  const F r = MA(n, K(-LN2_REST), MA(n, K(-LN2_FIRST), x)), w = r * r;
  const I field = AS_I(t) & (I)FIELD;
  const F a = AS_F(field << FRACTION_BITS);
  const F b = AS_F(__builtin_elementwise_max((I)MIRRORED - field, (I)0) << FRACTION_BITS);
  Wave wave;
  wave.sum = a + b;
  wave.difference = a - b;
  wave.r = r;
  wave.sineTail = r * w * POLY_OF_SINH(w);
  wave.cosineTail = MA(w * w, POLY_OF_COSH(w), K(0.5) * w);
  return wave;
}

// |x| up to `end`, or NaN
HELPER F upTo(F x, E end) {
  const F ax = absolute(x);
  return ax > K(end) ? K(end) : ax;
}

// Half of sinh and cosh.
HELPER F halfSine(Wave w) {
  return w.difference + MA(w.r, w.sum, MA(w.sineTail, w.sum, w.cosineTail * w.difference));
}
HELPER F halfCosine(Wave w) {
  return w.sum + MA(w.r, w.difference, MA(w.sineTail, w.difference, w.cosineTail * w.sum));
}

HELPER F sinhKernel(F x) {
  const F y = K(2) * halfSine(waveOf(upTo(x, LARGEST)));
  return unlessTiny(x, x, __builtin_elementwise_copysign(y, x));
}

HELPER F coshKernel(F x) { return K(2) * halfCosine(waveOf(upTo(x, LARGEST))); }

#ifdef DOUBLE
// e / (e + 2) for e = exp(2 |x|) - 1
HELPER F tanhKernel(F x) {
  const F e = expm1Clamped(K(2) * upTo(x, 22.0));
  return __builtin_elementwise_copysign(e / (e + K(2)), x);
}

// Where x^2 would be too large (or soon so), the logarithm of 2x is the result.
HELPER F asinhKernel(F x) {
  const F ax = absolute(x), square = ax * ax;
  const MASK large = ax > K(0x1p60);
  const F near_ = ax + square / (K(1) + __builtin_elementwise_sqrt(K(1) + square));
  const F y = log1pScaled(large ? ax : near_, large ? K(1) : K(0));
  return __builtin_elementwise_copysign(y, x);
}

HELPER F acoshKernel(F x) {
  const F t = x - K(1);
  const MASK large = x > K(0x1p60);
  const F near_ = t + __builtin_elementwise_sqrt(t * (K(2) + t));
  const F y = log1pScaled(large ? x : near_, large ? K(1) : K(0));
  return x >= K(1) ? y : K(NAN);
}

// 3x - 1, rounded once or nearly so.
HELPER F tripleLessOne(F x) {
  if (__mux_has_fma(64))
    return MA(K(3), x, K(-1));
  const F twice = x + x, triple = twice + x, lost = x - (triple - twice);
  return (triple - K(1)) + lost;
}

// Half of the logarithm of (1 + |x|) / (1 - |x|) = m 2^k, which is 2 atanh s for s = (m - 1) / (m + 1): |x| itself
// where k is 0, and one quotient for all others. Integers tell k, as bits grow like logarithms.
HELPER F atanhKernel(F x) {
  const F ax = absolute(x), above = K(1) + ax, below = K(1) - ax;
  const I shifted = (AS_I(above) - AS_I(below) + (I)0x7d00000000000L) & (I)0xfff0000000000000L;
  const F power = AS_F((I)(shifted + (I)0x3ff0000000000000L)), k = TO_F(shifted >> 52);
  // The rounding of above and below counts where k is 1, as s takes something off the result there.
  const MASK second = power == K(2);
  const F difference = second ? tripleLessOne(ax) : MA(-power, below, above);
  const F sum = second ? K(3) - ax : MA(power, below, above);
  const F s = power == K(1) ? ax : difference / sum, w = s * s;
  const F tail = MA(k, K(LN2_LOW * 0.5), s * (w * POLY_ATANH(w)));
  const F y = MA(k, K(LN2_HIGH * 0.5), s) + tail, outside = ax == K(1) ? K(INFINITY) : K(NAN);
  return __builtin_elementwise_copysign(ax < K(1) ? y : outside, x);
}
#endif

#undef LN2_FIRST
#undef LN2_REST
#undef WAVE_ROUNDER
#undef FRACTION_BITS
#undef FIELD
#undef MIRRORED
#undef POLY_OF_SINH
#undef POLY_OF_COSH
#undef LARGEST
