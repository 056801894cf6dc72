// Hyperbolic functions and their inverses in float, for all widths.
//
// x = n log 2 + r: with a = 2^n and b = 2^-n, sinh x is cosh(r) (a - b)/2 + sinh(r) (a + b)/2, and
// cosh x the same with the sums and differences exchanged: both without a quotient, and sinh of small
// arguments (n = 0) without a cancellation.

#define FloatWave PASTE(FloatWave, N)
typedef struct {
  F sum, difference;   // (a + b) / 4, (a - b) / 4
  F sine, cosineTail;  // sinh r, cosh r - 1
} FloatWave;

// 0 <= x <= 89.7, or NaN
HELPER FloatWave waveOf(F x) {
  const F t = MA(x, K(0x1.715476p+0f), K(ROUNDER + 125.0f)), n = t - K(ROUNDER + 125.0f);
  const F r = MA(n, K(-0x1.7f7d1cp-20f), MA(n, K(-0x1.62e4p-1f), x)), w = r * r;
  const I field = AS_I(t) & (I)0x1ff;
  const F a = AS_F(field << 23);
  const F b = AS_F(__builtin_elementwise_max((I)250 - field, (I)0) << 23);
  FloatWave wave;
  wave.sum = a + b;
  wave.difference = a - b;
  wave.sine = MA(r * w, POLY_FLOAT_SINH(w), r);
  wave.cosineTail = MA(w * w, POLY_FLOAT_COSH(w), K(0.5f) * w);
  return wave;
}

// Half of sinh and cosh.
HELPER F halfSine(FloatWave w) {
  return w.difference + MA(w.sine, w.sum, w.cosineTail * w.difference);
}
HELPER F halfCosine(FloatWave w) {
  return w.sum + MA(w.sine, w.difference, w.cosineTail * w.sum);
}

HELPER F sinhFloat(F x) {
  const F y = K(2) * halfSine(waveOf(clampTo(absolute(x), 0.0f, 89.7f)));
  return __builtin_elementwise_copysign(y, x);
}

HELPER F coshFloat(F x) { return K(2) * halfCosine(waveOf(clampTo(absolute(x), 0.0f, 89.7f))); }

// e / (e + 2) for e = exp(2 |x|) - 1
HELPER F tanhFloat(F x) {
  const F e = expm1Clamped(K(2) * clampTo(absolute(x), 0.0f, 10.0f));
  return __builtin_elementwise_copysign(e / (e + K(2)), x);
}

// Where x^2 would be too large (or soon so), the logarithm of 2x is the result.
HELPER F asinhFloat(F x) {
  const F ax = absolute(x), square = ax * ax;
  const MASK large = ax > K(0x1p30f);
  const F near_ = ax + square / (K(1) + __builtin_elementwise_sqrt(K(1) + square));
  const F y = log1pScaled(large ? ax : near_, large ? K(1) : K(0));
  return __builtin_elementwise_copysign(y, x);
}

HELPER F acoshFloat(F x) {
  const F t = x - K(1);
  const MASK large = x > K(0x1p30f);
  const F near_ = t + __builtin_elementwise_sqrt(t * (K(2) + t));
  const F y = log1pScaled(large ? x : near_, large ? K(1) : K(0));
  return x >= K(1) ? y : K(NAN);
}

// NaN beyond 1, as the logarithm of a negative number.
HELPER F atanhFloat(F x) {
  const F ax = absolute(x);
  const F y = K(0.5f) * log1pScaled((ax + ax) / (K(1) - ax), K(0));
  return __builtin_elementwise_copysign(y, x);
}
