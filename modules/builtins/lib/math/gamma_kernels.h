// Defines the error functions and the gamma functions in double, for all widths.

// 1 - e^(x q(x / (x + 6))), for relative errors as small as those of expm1.
HELPER F erfKernel(F x0) {
  const F ax = absolute(x0), x = ax > K(6) ? K(6) : ax, u = x / (x + K(6)), y = x * POLY_ERF_LOG(u);
  const F t = MA(y, K(0x1.71547652b82fep+0), K(0x1.8p52 + 1023)), n = t - K(0x1.8p52 + 1023);
  const F r = MA(n, K(-LN2_LOW), MA(n, K(-LN2_HIGH), y)), power = AS_F(AS_U(t) << 52);
  const F p = MA(r * r, POLY_EXP_DOUBLE(r), r);
  return __builtin_elementwise_copysign(MA(-power, p, K(1) - power), x0);
}

// erfc(|x|) = e^(-x^2) p(u) / (1 + 9/8 |x|), with a polynomial p of u = (|x| - 4) / (|x| + 4). The factor
// 1 + 9/8 |x| makes p nearly constant near 0. The square is exact: the exponential multiplies its
// relative error by x^2.
HELPER F erfcKernel(F x0) {
  const F ax = absolute(x0), x = ax > K(28) ? K(28) : ax, u = (x - K(4)) / (x + K(4));
  const F q = POLY_ERFC(u) / MA(x, K(1.125), K(1));
  const Pair square = twoProduct(x, x);
  const F t = MA(-square.hi, K(0x1.71547652b82fep+0), K(EXP_ROUNDER64)), n = t - K(EXP_ROUNDER64);
  const F r = MA(n, K(-LN2_LOW), MA(n, K(-LN2_HIGH), -square.hi)) - square.lo;
  const F power = MA(r * r, POLY_EXP_DOUBLE(r), r) + K(1), y = scaleBy(power * q, t);
  return x0 < K(0) ? K(2) - y : y;
}

// For positive x: log gamma(x) = logarithm - log(product). Arguments below 3 are raised to at
// least 3, and the product of the factors passed is kept.
#define GammaParts PASTE(GammaParts, N)
typedef struct {
  Pair logarithm, product;
} GammaParts;

HELPER GammaParts gammaParts(F x) {
  GammaParts g;
  g.product = pair(K(1), K(0));
  Pair z = pair(x, K(0));
  for (int i = 0; i < 3; ++i) {
    const MASK below = z.hi < K(3);
    const Pair p = times(g.product, z), next = plus(z, pair(K(1), K(0)));
    g.product.hi = below ? p.hi : g.product.hi;
    g.product.lo = below ? p.lo : g.product.lo;
    z.hi = below ? next.hi : z.hi;
    z.lo = below ? next.lo : z.lo;
  }
  // Stirling: (z - 1/2) log z - z + log(2 pi) / 2 + (1/12 + w s(w)) / z, w = 1/z^2.
  Pair l = logPair(z.hi);
  const Pair inverse = dividedBy(pair(K(1), K(0)), z);
  l.lo += z.lo * inverse.hi;
  const F w = inverse.hi * inverse.hi;
  Pair tail = times(inverse, pair(K(0x1.5555555555555p-4), K(0x1.5555555555555p-58)));
  tail.lo = MA(inverse.hi * w, POLY_STIRLING(w), tail.lo);
  const Pair main = times(plus(z, pair(K(-0.5), K(0))), l);
  const Pair rest = plus(pair(-z.hi, -z.lo), pair(K(0x1.d67f1c864beb5p-1), K(-0x1.65b5a1b7ff5dfp-55)));
  g.logarithm = plus(plus(main, rest), tail);
  return g;
}

// For x < 0 by gamma(x) gamma(-x) = -pi / (x sin(pi x)). Zeros give infinities of their sign,
// negative integers NaN.
HELPER F tgammaKernel(F x) {
  const F ax0 = absolute(x);
  // Beyond ±190 the result has long overflowed or underflowed.
  const F ax = ax0 < K(190) ? (ax0 < K(0x1p-60) ? K(1) : ax0) : K(190);
  const GammaParts g = gammaParts(ax);
  const F positive = expPair(g.logarithm.hi, g.logarithm.lo, 0.0) / g.product.hi;
  const F sine = sinpiKernel(ax);
  // In two factors: the first may be too small for the second to bring back.
  const F inverse = expPair(-g.logarithm.hi, -g.logarithm.lo, 64.0);
  const F negative = -(inverse * (g.product.hi * (K(0x1.921fb54442d18p+1) / (ax * sine)))) *
                     K(0x1p-64);
  const F whole = __builtin_elementwise_trunc(x);
  F r = x > K(0) ? positive : negative;
  r = ax0 < K(0x1p-60) ? K(1) / x : r;
  r = (x < K(0)) & (whole == x) ? K(NAN) : r;
  // Below -190, the sign of a zero: negative if floor(x) is odd.
  const F lower = __builtin_elementwise_floor(x);
  const MASK odd = lower != K(2) * __builtin_elementwise_floor(lower * K(0.5));
  r = (x <= K(-190)) & (whole != x) ? (odd ? K(-0.0) : K(0)) : r;
  r = x >= K(190) ? K(INFINITY) : r;
  return x != x ? x : r;
}

// The sign of gamma(x), 0 at poles (the specification counts zeros of either sign) and of NaN; whether x is
// a pole.
HELPER I gammaSign(F x, MASK *pole) {
  const F lower = __builtin_elementwise_floor(x);
  const MASK odd = lower != K(2) * __builtin_elementwise_floor(lower * K(0.5));
  *pole = (x <= K(0)) & (lower == x);
  const I sign = (x < K(0)) & odd ? (I)-1 : (I)1;
  return *pole | (x != x) ? (I)0 : sign;
}

// For the float functions, satisfied with one double: log gamma(x) + log(product) for x > 0.
HELPER F gammaShort(F x, F *product) {
  F z = x, passed = K(1);
  for (int i = 0; i < 3; ++i) {
    const MASK below = z < K(3);
    const F p = passed * z, next = z + K(1);
    passed = below ? p : passed;
    z = below ? next : z;
  }
  *product = passed;
  const F inverse = K(1) / z, w = inverse * inverse;
  const F tail = MA(w, POLY_STIRLING(w), K(0x1.5555555555555p-4));
  return MA(z - K(0.5), logKernel(z), MA(inverse, tail, K(0x1.d67f1c864beb5p-1) - z));
}

// Beyond ±45 the result is infinite or zero.
HELPER F tgammaShort(F x) {
  const F ax0 = absolute(x), ax = ax0 > K(45) ? K(45) : ax0;
  F product;
  const F e = expKernel(gammaShort(ax, &product)), below = ax * sinpiKernel(ax0) * e;
  const F above = K(-0x1.921fb54442d18p+1) * product;
  const F r = (x > K(0) ? e : above) / (x > K(0) ? product : below);
  const F ordinary = (x < K(0)) & (__builtin_elementwise_trunc(x) == x) ? K(NAN) : r;
  return x == K(0) ? K(1) / x : ordinary;
}

HELPER F lgammaShort(F x, I *sign) {
  const F ax = absolute(x);
  F product;
  const F l = gammaShort(ax, &product), sine = absolute(sinpiKernel(ax));
  const F logarithm = logKernel(x > K(0) ? product : product / (ax * sine));
  const F reflected = K(0x1.250d048e7a1bdp+0) - (l - logarithm);
  MASK pole;
  *sign = gammaSign(x, &pole);
  const F inside = x > K(0) ? l - logarithm : reflected;
  const F r = (x == K(1)) | (x == K(2)) ? K(0) : inside;
  const F outer = pole | (ax == K(INFINITY)) ? K(INFINITY) : r;
  return x != x ? x : outer;
}

// log |gamma(x)| and the sign of gamma(x).
HELPER F lgammaKernel(F x, I *sign) {
  const F ax0 = absolute(x);
  const MASK tiny = ax0 < K(0x1p-60), huge_ = ax0 > K(0x1p1000);
  const F ax = tiny | huge_ | (x != x) ? K(1) : ax0;
  const GammaParts g = gammaParts(ax);
  const Pair p = logPair(g.product.hi);
  const Pair value = plus(g.logarithm, pair(-p.hi, -(p.lo + g.product.lo / g.product.hi)));
  const F sine = absolute(sinpiKernel(ax));
  const Pair product = twoProduct(ax, sine == K(0) ? K(1) : sine);
  const Pair s = logPair(product.hi);
  const Pair reflected = plus(pair(K(0x1.250d048e7a1bdp+0), K(0x1.7abf2ad8d5088p-57)),
                              plus(pair(-s.hi, -(s.lo + product.lo / product.hi)),
                                   pair(-value.hi, -value.lo)));
  MASK pole;
  *sign = gammaSign(x, &pole);
  F r = x > K(0) ? value.hi + value.lo : reflected.hi + reflected.lo;
  r = tiny ? -logKernel(ax0) : huge_ ? ax0 * (logKernel(ax0) - K(1)) : r;
  r = (x == K(1)) | (x == K(2)) ? K(0) : r;
  r = pole | (ax0 == K(INFINITY)) ? K(INFINITY) : r;
  return x != x ? x : r;
}
