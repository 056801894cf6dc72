// Kernels in double, for all widths: the base of the functions of double.
//
// A Pair is a double-double: an unevaluated sum hi + lo with |lo| <= ulp(hi) / 2. The library
// is compiled without contraction, so the error-free transformations below are exact;
// products are split by masking where the target has no fma.

#define Pair PASTE(Pair, N)
typedef struct {
  F hi, lo;
} Pair;

// a * b + c, fused on targets with a quick fma.
HELPER F mulAdd(F a, F b, F c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}
#define MA(a, b, c) mulAdd(a, b, c)

HELPER F absolute(F x) { return __builtin_elementwise_abs(x); }

// y, or `tiny` where numbers on the way to y would be flushed to zero.
HELPER F unlessTiny(F x, F tiny, F y) {
  if (!__mux_flushes_denorms())
    return y;
  return absolute(x) < K(0x1p-64f) ? tiny : y;
}

// Needs |a| >= |b| or a == 0.
HELPER Pair fastTwoSum(F a, F b) {
  Pair r;
  r.hi = a + b;
  r.lo = b - (r.hi - a);
  return r;
}

HELPER Pair twoSum(F a, F b) {
  Pair r;
  r.hi = a + b;
  const F v = r.hi - a;
  r.lo = (a - (r.hi - v)) + (b - v);
  return r;
}

HELPER F upperHalf(F a) { return AS_F(AS_U(a) & (U)0xfffffffff8000000UL); }

HELPER Pair twoProduct(F a, F b) {
  if (__mux_has_fma(64)) {
    Pair r;
    r.hi = a * b;
    r.lo = __builtin_elementwise_fma(a, b, -r.hi);
    return r;
  }
  const F ah = upperHalf(a), al = a - ah, bh = upperHalf(b), bl = b - bh;
  Pair r;
  r.hi = a * b;
  r.lo = ((ah * bh - r.hi) + ah * bl + al * bh) + al * bl;
  return r;
}

HELPER Pair times(Pair a, Pair b) {
  Pair r = twoProduct(a.hi, b.hi);
  r.lo += a.hi * b.lo + a.lo * b.hi;
  return fastTwoSum(r.hi, r.lo);
}

HELPER Pair plus(Pair a, Pair b) {
  Pair s = twoSum(a.hi, b.hi);
  s.lo += a.lo + b.lo;
  return fastTwoSum(s.hi, s.lo);
}

HELPER Pair dividedBy(Pair a, Pair b) {
  const F q = a.hi / b.hi;
  const Pair p = twoProduct(q, b.hi);
  const F rest = ((a.hi - p.hi) - p.lo + a.lo) - q * b.lo;
  return fastTwoSum(q, rest / b.hi);
}

HELPER Pair pair(F hi, F lo) {
  Pair r;
  r.hi = hi;
  r.lo = lo;
  return r;
}

HELPER F powerOfTwo(I n) { return AS_F((I)((n + (I)1023) << 52)); }

HELPER F clampTo(F x, E limit) {
  const F y = x > K(limit) ? K(limit) : x;
  return y < K(-limit) ? K(-limit) : y;
}

#define LN2_HIGH 0x1.62e42fefp-1  // 33 bits
#define LN2_LOW 0x1.473de6af278edp-34

// t is EXP_ROUNDER64 + n with |n| <= 1200, so its low bits are n + 2046: y * 2^n in two exact
// factors. Overflow and gradual underflow happen in the last multiplication.
#define EXP_ROUNDER64 (0x1.8p52 + 2046)
HELPER F scaleBy(F y, F t) {
  const U bits = AS_U(t), first = (bits << 51) & (U)0x7ff0000000000000UL;
  return y * AS_F(first) * AS_F((U)((bits << 52) - first));
}

// e^(hi + lo) * 2^extra, for |lo| of at most a unit in the last place of hi.
HELPER F expPair(F hi, F lo, E extra) {
  const F x = clampTo(hi, 800.0), tail = x == hi ? lo : K(0);
  const F t = MA(x, K(0x1.71547652b82fep+0), K(EXP_ROUNDER64)), n = t - K(EXP_ROUNDER64);
  const F r0 = MA(n, K(-LN2_HIGH), x), r = MA(n, K(-LN2_LOW), r0);
  const F c = MA(n, K(-LN2_LOW), r0 - r) + tail, q = MA(r * r, POLY_EXP_DOUBLE(r), r);
  return scaleBy(K(1) + (q + MA(c, q, c)), t + K(extra));
}

HELPER F expKernel(F x0) {
  const F x = clampTo(x0, 800.0);
  const F t = MA(x, K(0x1.71547652b82fep+0), K(EXP_ROUNDER64)), n = t - K(EXP_ROUNDER64);
  const F r = MA(n, K(-LN2_LOW), MA(n, K(-LN2_HIGH), x));
  return scaleBy(MA(r * r, POLY_EXP_DOUBLE(r), r) + K(1), t);
}

HELPER F exp2Kernel(F x0) {
  const F x = clampTo(x0, 1200.0);
  const F t = x + K(EXP_ROUNDER64), r = x - (t - K(EXP_ROUNDER64));
  return scaleBy(MA(r, POLY_EXP2(r), K(1)), t);
}

HELPER F exp10Kernel(F x0) {
  const F x = clampTo(x0, 400.0);
  const F t = MA(x, K(0x1.a934f0979a371p+1), K(EXP_ROUNDER64)), n = t - K(EXP_ROUNDER64);
  // log10(2) in 33 bits and the rest: x - n * high is exact.
  const F r = MA(n, K(-0x1.ef3fde623e256p-35), MA(n, K(-0x1.34413509p-2), x));
  return scaleBy(MA(r, POLY_EXP10(r), K(1)), t);
}

// 2^n (e^r - 1) + (2^n - 1), halved to avoid 2^1024, for -60 <= x <= 710. The result for 0 is +0.
HELPER F expm1Clamped(F x) {
  const F t = MA(x, K(0x1.71547652b82fep+0), K(0x1.8p52 + 1022)), n = t - K(0x1.8p52 + 1022);
  // With the rounding error of r, as 2^n e^r - 1 may be much smaller than 1.
  const F r0 = MA(n, K(-LN2_HIGH), x), r = MA(n, K(-LN2_LOW), r0), c = MA(n, K(-LN2_LOW), r0 - r);
  const F p = r + MA(r * r, POLY_EXP_DOUBLE(r), c), half_ = AS_F(AS_U(t) << 52);
  return MA(half_, p, half_ - K(0.5)) * K(2);
}

HELPER F expm1Kernel(F x0) {
  const F below = x0 > K(710) ? K(710) : x0, x = below < K(-60) ? K(-60) : below;
  return __builtin_elementwise_copysign(expm1Clamped(x), x0);
}

// The value of every logarithm outside 0 < x < infinity.
HELPER F logSpecial(F x, F result) {
  const F outside = x == K(0) ? K(-INFINITY) : K(NAN), inside = x == K(INFINITY) ? x : result;
  return x > K(0) ? inside : outside;
}

// x = m * 2^exponent with sqrt(1/2) <= m < sqrt(2), for normal x > 0.
HELPER F splitBits(F x, F *exponent) {
  const I bits = AS_I(x), whole = (bits - (I)0x3fe6a09e667f3bcdL) >> 52;
  *exponent = TO_F(whole);
  return AS_F((I)(bits - (whole << 52)));
}

// The same of any x. A branch handles all values but positive normal numbers. It brings denormal
// numbers into range and leaves the logarithm of the others, an infinity or NaN, in k.
HELPER F splitExponent(F x, F *k) {
  F m = splitBits(x, k);
  if (__mux_finite_math() & __mux_flushes_denorms()) {
    *k = x < K(0x1p-1022) ? K(-INFINITY) : *k;
    return m;
  }
  const U least = (U)0x10000000000000UL;
  const MASK general = AS_U(x) - least >= (U)0x7fe0000000000000UL;
  const MASK rare = __mux_finite_math() ? AS_I(x) < AS_I(least) : general;
  if (UNLIKELY(ANY(rare))) {
    F exponent;
    const F raised = splitBits(x * K(0x1p54), &exponent), special = exponent + logSpecial(x, K(-54));
    m = rare ? raised : m;
    *k = rare ? special : *k;
  }
  return m;
}

// The natural logarithm of x > 0 to about 2^-65 of its value: log m = 2 atanh s, s = (m - 1) / (m + 1),
// as 2s + s^3 (2/3 + s^2 q(s^2)). s and the factors of the second term are pairs, their sums not
// normalised where the next step does not need it.
HELPER Pair logPair(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  const Pair d = fastTwoSum(K(2), f);
  const F inverse = K(1) / d.hi, s = f * inverse;
  const Pair back = twoProduct(s, d.hi);
  const F sLow = MA(-s, d.lo, (f - back.hi) - back.lo) * inverse;
  const Pair w = twoProduct(s, s);
  const F wLow = MA(s + s, sLow, w.lo);
  const Pair c = fastTwoSum(K(0x1.5555555555555p-1), w.hi * POLY_LOG_DOUBLE(w.hi));
  const Pair cube = twoProduct(s, w.hi);
  const F cubeLow = MA(s, wLow, MA(sLow, w.hi, cube.lo));
  const Pair g = twoProduct(cube.hi, c.hi);
  const F gLow = MA(cube.hi, c.lo + K(0x1.5555555555555p-55), MA(cubeLow, c.hi, g.lo));
  const Pair a = fastTwoSum(k * K(LN2_HIGH), s + s), b = fastTwoSum(a.hi, g.hi);
  return fastTwoSum(b.hi, MA(k, K(LN2_LOW), ((sLow + sLow) + gLow) + (a.lo + b.lo)));
}

// log(1 + f) - f for a mantissa 1 + f of splitExponent: with s = f / (2 + f), the logarithm is
// 2 atanh s = 2s + s r(s^2), and 2s is f - s f.
HELPER F logTail(F f) {
  const F s = f / (K(2) + f), w = s * s;
  return s * MA(w, POLY_LOG_SHORT(w), -f);
}

HELPER F logKernel(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  return MA(k, K(LN2_HIGH), f) + MA(k, K(LN2_LOW), logTail(f));
}

HELPER F log2Kernel(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  return MA(f, K(0x1.71547652b82fep+0), logTail(f) * K(0x1.71547652b82fep+0)) + k;
}

HELPER F log10Kernel(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  const F y = MA(f, K(0x1.bcb7b1526e50ep-2), logTail(f) * K(0x1.bcb7b1526e50ep-2));
  // k times the first part of log10(2) is exact.
  return MA(k, K(0x1.34413509p-2), MA(k, K(0x1.ef3fde623e256p-35), y));
}

// log(1 + x) + more * log 2. 1 + x = (1 + f) 2^k, where f takes in the rounding error of 1 + x. A
// branch is taken where the error is far below a unit in the last place, or 1 + x is not positive.
HELPER F log1pScaled(F x, F more) {
  const F u = K(1) + x;
  // The share of x or of 1 in u, subtracted from it.
  const F ofOne = K(1) - (u - x), ofX = x - (u - K(1));
  const I bits = AS_I(u), whole = (bits - (I)0x3fe6a09e667f3bcdL) >> 52, shifted = whole << 52;
  F k = TO_F(whole), f = AS_F((I)(bits - shifted)) - K(1), rest = x > K(1) ? ofOne : ofX;
  F scale = AS_F((I)((I)0x3ff0000000000000L - shifted));
  if (__mux_finite_math()) {
    k = u > K(0) ? k : K(-INFINITY);
  } else {
    const MASK rare = AS_U(u) - (U)0x3c00000000000000UL >= (U)0x800000000000000UL;
    if (UNLIKELY(ANY(rare))) {
      const F special = k + logSpecial(u, K(0));
      rest = rare ? K(0) : rest;
      scale = rare ? K(0) : scale;
      k = rare ? special : k;
    }
  }
  f = MA(rest, scale, f);
  k += more;
  return MA(k, K(LN2_HIGH), f) + MA(k, K(LN2_LOW), logTail(f));
}

HELPER F log1pKernel(F x) { return __builtin_elementwise_copysign(log1pScaled(x, K(-0.0)), x); }

// |x|^y for 0 < |x| < infinity and finite y.
HELPER F powMagnitude(F x, F y) {
  const Pair l = logPair(absolute(x)), p = twoProduct(l.hi, y);
  return expPair(p.hi, MA(l.lo, y, p.lo), 0.0);
}

HELPER F rootMagnitude(F x, F y) {
  const Pair l = dividedBy(logPair(absolute(x)), pair(y, K(0)));
  return expPair(l.hi, l.lo, 0.0);
}
