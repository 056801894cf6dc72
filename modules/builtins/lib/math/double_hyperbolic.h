// Hyperbolic functions and their inverses in double, for all widths: as those in float
// (float_hyperbolic.h).

#define DoubleWave PASTE(DoubleWave, N)
typedef struct {
  F sum, difference;   // (a + b) / 4, (a - b) / 4
  F sine, cosineTail;  // sinh r, cosh r - 1
} DoubleWave;

// |x| up to 710.7
HELPER DoubleWave waveOf(F x0) {
  const F ax = absolute(x0), x = ax > K(710.7) ? K(710.7) : ax;
  const F t = MA(x, K(0x1.71547652b82fep+0), K(0x1.8p52 + 1021)), n = t - K(0x1.8p52 + 1021);
  const F r = MA(n, K(-LN2_LOW), MA(n, K(-LN2_HIGH), x)), w = r * r;
  const I field = AS_I(t) & (I)0xfff;
  const F a = AS_F(field << 52);
  const F b = AS_F(__builtin_elementwise_max((I)2042 - field, (I)0) << 52);
  DoubleWave wave;
  wave.sum = a + b;
  wave.difference = a - b;
  wave.sine = MA(r * w, POLY_SINH(w), r);
  wave.cosineTail = MA(w * w, POLY_COSH(w), K(0.5) * w);
  return wave;
}

HELPER F sinhKernel(F x) {
  const DoubleWave w = waveOf(x);
  const F y = w.difference + MA(w.sine, w.sum, w.cosineTail * w.difference);
  return __builtin_elementwise_copysign(K(2) * y, x);
}

HELPER F coshKernel(F x) {
  const DoubleWave w = waveOf(x);
  return K(2) * (w.sum + MA(w.sine, w.difference, w.cosineTail * w.sum));
}

HELPER F tanhKernel(F x) {
  const F ax = absolute(x), e = expm1Clamped(K(2) * (ax > K(22) ? K(22) : ax));
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

// NaN beyond 1, as the logarithm of a negative number.
HELPER F atanhKernel(F x) {
  const F ax = absolute(x);
  const F y = K(0.5) * log1pScaled((ax + ax) / (K(1) - ax), K(0));
  return __builtin_elementwise_copysign(y, x);
}
