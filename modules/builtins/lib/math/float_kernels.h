// Kernels in float, for all widths: the base of the functions of float with the most calls. The
// vectoriser widens their bodies over work-items, and they are made for it: straight-line, a select
// for each special case, no tables, and as few operations as the bounds of the specification allow.
// (Powers take their logarithm in double, tgamma and lgamma all.) Arms of ?: longer than an
// operation are variables or constants: others may stay branches.
//
// MA() is fused where the target does so. Where a result depends on products being exact,
// either the factors are short enough for both ways, or __mux_has_fma() chooses.

// 1.5 * 2^23: x + ROUNDER - ROUNDER is rint(x) for |x| < 2^22, and x + ROUNDER has the low bits of
// the integer.
#define ROUNDER 0x1.8p23f

HELPER F mulAdd(F a, F b, F c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}

HELPER F absolute(F x) { return __builtin_elementwise_abs(x); }

// y, or `tiny` where numbers on the way to y would be flushed to zero.
HELPER F unlessTiny(F x, F tiny, F y) {
  if (!__mux_flushes_denorms())
    return y;
  return absolute(x) < K(0x1p-64f) ? tiny : y;
}

// Numbers below `low` become `below`. NaN stays NaN.
HELPER F clampOr(F x, E below, E low, E high) {
  const F y = x > K(high) ? K(high) : x;
  return y < K(low) ? K(below) : y;
}
// Single instructions where the target has such minima.
HELPER F clampTo(F x, E low, E high) { return clampOr(x, low, low, high); }

// Exponential functions: 2^n e^r for the n nearest to x / log 2.

// t is ROUNDER + 254 + n with -254 <= n <= 160: y * 2^n in two exact factors. So overflow and
// gradual underflow happen in the last multiplication. For powers that are 0 the callers choose
// n = -254, and both factors are 0: a product that underflows takes x86 a hundred cycles, also if it
// is rounded to 0.
#define EXP_ROUNDER (ROUNDER + 254.0f)
HELPER F scaleBy(F y, F t) {
  const U bits = AS_U(t);
  const U first = (bits << 22) & (U)0x7f800000, second = (bits << 23) - first;
  return y * AS_F(first) * AS_F(second);
}

// e^x, 2^x and 10^x without the factor 2^n. t becomes n + `rounder`, which is ROUNDER and an integer.
HELPER F expWithin(F x, E rounder, F *t) {
  *t = MA(x, K(0x1.715476p+0f), K(rounder));
  // log 2 in 16 bits and the rest: the first product is exact.
  const F n = *t - K(rounder), r = MA(n, K(-0x1.7f7d1cp-20f), MA(n, K(-0x1.62e4p-1f), x));
  return MA(r * r, POLY_FLOAT_EXP(r), r) + K(1);
}
HELPER F exp2Within(F x, E rounder, F *t) {
  *t = x + K(rounder);
  const F r = x - (*t - K(rounder));
  return MA(r, POLY_FLOAT_EXP2(r), K(1));
}
HELPER F exp10Within(F x, E rounder, F *t) {
  *t = MA(x, K(0x1.a934f0p+1f), K(rounder));
  const F n = *t - K(rounder), r = MA(n, K(-0x1.3509f8p-18f), MA(n, K(-0x1.344p-2f), x));
  return MA(r, POLY_FLOAT_EXP10(r), K(1));
}

HELPER F expFloat(F x) {
  F t;
  const F y = expWithin(clampOr(x, -176.0f, -104.0f, 89.0f), EXP_ROUNDER, &t);
  return scaleBy(y, t);
}

// For -126 <= x <= 127.
HELPER F exp2Short(F x) {
  const F t = x + K(ROUNDER + 127.0f), r = x - (t - K(ROUNDER + 127.0f));
  return MA(r, POLY_FLOAT_EXP2(r), K(1)) * AS_F(AS_U(t) << 23);
}

HELPER F exp2Float(F x) {
  F t;
  const F y = exp2Within(clampOr(x, -254.0f, -150.0f, 129.0f), EXP_ROUNDER, &t);
  return scaleBy(y, t);
}

HELPER F exp10Float(F x) {
  F t;
  const F y = exp10Within(clampOr(x, -76.5f, -45.5f, 38.8f), EXP_ROUNDER, &t);
  return scaleBy(y, t);
}

// 2^n (e^r - 1) + (2^n - 1), halved to avoid 2^128, for -20 <= x <= 89. The result for 0 is +0.
HELPER F expm1Clamped(F x) {
  const F t = MA(x, K(0x1.715476p+0f), K(ROUNDER + 126.0f)), n = t - K(ROUNDER + 126.0f);
  const F r = MA(n, K(-0x1.7f7d1cp-20f), MA(n, K(-0x1.62e4p-1f), x));
  const F p = MA(r * r, POLY_FLOAT_EXP(r), r);
  const F half_ = AS_F(AS_U(t) << 23);
  return MA(half_, p, half_ - K(0.5f)) * K(2);
}
HELPER F expm1Float(F x0) {
  const F x = clampTo(x0, -20.0f, 89.0f);
  return __builtin_elementwise_copysign(expm1Clamped(x), x0);
}

// Logarithms: x = m 2^k with 2/3 <= m < 4/3 and f = m - 1. log m is f - f^2/2 + f^3 P(f), or
// f c + f^2 Q(f), where c has two parts and f times the first is added last.
//
// A branch handles all values but positive normal numbers. It brings denormal numbers into range
// and leaves the logarithm of the others, an infinity or NaN, in k, the last term of each sum. k is
// in units of 2^-23, as it stands in the bits; constants make up for it.
#define EXPONENT_UNIT 0x1p-23f

// log of a zero, infinite, negative or NaN argument; `result` of any other.
HELPER F logSpecial(F x, F result) {
  const F outside = x == K(0) ? K(-INFINITY) : K(NAN), inside = x == K(INFINITY) ? x : result;
  return x > K(0) ? inside : outside;
}

HELPER F splitBits(F x, F *exponent) {
  const I field = (AS_I(x) - (I)0x3f2aaaab) & (I)0xff800000;
  *exponent = TO_F(field);
  return AS_F((I)(AS_I(x) - field));
}

HELPER F splitExponent(F x, F *k) {
  F m = splitBits(x, k);
  if (__mux_finite_math() & __mux_flushes_denorms()) {
    *k = x < K(0x1p-126f) ? K(-INFINITY) : *k;
    return m;
  }
  const MASK general = AS_U(x) - (U)0x800000 >= (U)0x7f000000;
  const MASK rare = __mux_finite_math() ? AS_I(x) < (I)0x800000 : general;
  if (UNLIKELY(ANY(rare))) {
    F exponent;
    const F raised = splitBits(x * K(0x1p24f), &exponent), special = exponent + logSpecial(x, K(-24 / EXPONENT_UNIT));
    m = rare ? raised : m;
    *k = rare ? special : *k;
  }
  return m;
}

// log(1 + f) - f
HELPER F logTail(F f) { return (f * f) * MA(f, POLY_FLOAT_LOG(f), K(-0.5f)); }

// k log 2 + f + tail
HELPER F logSum(F k, F f, F tail) {
  return MA(k, K(0x1.62e4p-1f * EXPONENT_UNIT), f) + MA(k, K(0x1.7f7d1cp-20f * EXPONENT_UNIT), tail);
}

HELPER F logFloat(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  return logSum(k, f, logTail(f));
}

HELPER F log2Float(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1), tail = f * MA(f, POLY_FLOAT_LOG2(f), K(0x1.4ae0cp-26f));
  return MA(k, K(EXPONENT_UNIT), MA(f, K(0x1.715476p+0f), tail));
}

HELPER F log10Float(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1), polynomial = POLY_FLOAT_LOG10(f);
  const F least = k * K(0x1.3509f8p-18f * EXPONENT_UNIT);
  if (__mux_has_fma(32)) {
    const F tail = MA(f, MA(f, polynomial, K(-0x1.5b235ep-27f)), least);
    return MA(k, K(0x1.344p-2f * EXPONENT_UNIT), MA(f, K(0x1.bcb7b2p-2f), tail));
  }
  // Products of 11 and 13 bits are exact.
  const F high = AS_F((U)(AS_U(f) & (U)0xffffe000)), rest = f - high;
  const F tail = (high * K(0x1.ec549cp-16f) + rest * K(0x1.bcb7b2p-2f)) + (f * f * polynomial + least);
  return (k * K(0x1.344p-2f * EXPONENT_UNIT) + high * K(0x1.bcbp-2f)) + tail;
}

// 1 + x = (1 + f) 2^k, where f takes in the rounding error of 1 + x. A branch is taken where the
// error is far below a unit in the last place, or 1 + x is not positive.
HELPER F log1pFloat(F x) {
  const F u = K(1) + x;
  // The share of x or of 1 in u, subtracted from it.
  const F ofOne = K(1) - (u - x), ofX = x - (u - K(1));
  const F lost = absolute(x) > K(1) ? ofOne : ofX;
  F k;
  const F m = splitBits(u, &k);
  F rest = lost * AS_F((U)(AS_U(m) + (U)0x3f800000 - AS_U(u)));
  if (__mux_finite_math()) {
    k = u > K(0) ? k : K(-INFINITY);
  } else {
    const MASK rare = AS_U(u) - (U)0x30000000 >= (U)0x20000000;
    if (UNLIKELY(ANY(rare))) {
      const F special = k + logSpecial(u, K(0));
      rest = rare ? K(0) : rest;
      k = rare ? special : k;
    }
  }
  const F f = (m - K(1)) + rest;
  return __builtin_elementwise_copysign(logSum(k, f, logTail(f)), x);
}

#define FloatPair PASTE(FloatPair, N)
typedef struct {
  F hi, lo;
} FloatPair;

HELPER FloatPair productFloat(F a, F b) {
  FloatPair r;
  r.hi = a * b;
  if (__mux_has_fma(32)) {
    r.lo = __builtin_elementwise_fma(a, b, -r.hi);
    return r;
  }
  const F ah = AS_F((U)(AS_U(a) & (U)0xfffff000)), al = a - ah;
  const F bh = AS_F((U)(AS_U(b) & (U)0xfffff000)), bl = b - bh;
  r.lo = ((ah * bh - r.hi) + ah * bl + al * bh) + al * bl;
  return r;
}

// Powers: 2^(y log2 x). The logarithm needs 32 bits and more; in double its first four terms do, and
// the others in float.

// log2 of x > 0 (finite) to about 2^-32 of its value.
HELPER D log2Wide(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  const D d = TO_D(f), rest = TO_D(POLY_FLOAT_POW_LOG(f));
  const D p0 = MA(d, rest, (D)-0x1.71547652b82fep-2), p1 = MA(d, p0, (D)0x1.ec709dc3a03fdp-2);
  const D p2 = MA(d, p1, (D)-0x1.71547652b82fep-1), p3 = MA(d, p2, (D)0x1.71547652b82fep+0);
  return MA(d, p3, TO_D(k * K(EXPONENT_UNIT)));
}

// |x|^y for 0 < |x| < infinity and finite y.
HELPER F powMagnitudeFloat(F x, D y) {
  const D p = log2Wide(absolute(x)) * y;
  const F whole = TO_F(p), high = clampOr(whole, -254.0f, -150.0f, 160.0f);
  const F t = high + K(EXP_ROUNDER), n = t - K(EXP_ROUNDER);
  const F rest = TO_F(p - TO_D(n)), r = high == whole ? rest : K(0);
  return scaleBy(MA(r, POLY_FLOAT_EXP2(r), K(1)), t);
}

// Variants for the native_ functions, with errors of at most 4 ULP, or of 2^-23 for sine and cosine: no
// subnormal numbers, nothing above 2^127.5, no exact sums of logarithms, angles up to some thousands.
// Special values are the same as for the full functions.

// y * 2^n for t = NATIVE_ROUNDER + n and -127 <= n <= 128, where the ends give zero and infinity.
#define NATIVE_ROUNDER (ROUNDER + 127.0f)
HELPER F scaleOnce(F y, F t) { return y * AS_F(AS_U(t) << 23); }

HELPER F expNative(F x) {
  F t;
  const F y = expWithin(clampTo(x, -88.0f, 89.0f), NATIVE_ROUNDER, &t);
  return scaleOnce(y, t);
}

HELPER F exp2Native(F x) {
  F t;
  const F y = exp2Within(clampTo(x, -127.0f, 128.0f), NATIVE_ROUNDER, &t);
  return scaleOnce(y, t);
}

HELPER F exp10Native(F x) {
  F t;
  const F y = exp10Within(clampTo(x, -38.2f, 38.6f), NATIVE_ROUNDER, &t);
  return scaleOnce(y, t);
}

// log2 of x > 0
HELPER F log2Native(F x) {
  const I bits = AS_I(x) - (I)0x3f2aaaab;
  const F f = AS_F((I)((bits & (I)0x7fffff) + (I)0x3f2aaaab)) - K(1);
  return logSpecial(x, MA(f, POLY_FLOAT_LOG2_NATIVE(f), TO_F(bits >> 23)));
}
