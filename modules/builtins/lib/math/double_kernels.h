// Kernels in double, for all widths: the double functions are made of them, and so are the
// float ones (kernels named …Float: in double arithmetic, with an error far below half a
// unit in the last place of a float, so that float functions are nearly correctly rounded).
//
// A Pair is a double-double: an unevaluated sum hi + lo with |lo| <= ulp(hi) / 2. The library
// is compiled without contraction, so the error-free transformations below are exact;
// products are split by masking where the target has no fma.

#define Pair PASTE(Pair, N)
typedef struct {
  F hi, lo;
} Pair;

// a * b + c, fused where that is quick.
HELPER F mulAdd(F a, F b, F c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}
#define MA(a, b, c) mulAdd(a, b, c)

HELPER F absolute(F x) { return __builtin_elementwise_abs(x); }

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

// y * 2^n with one rounding, for |y| of about 1 and |n| <= 2000.
HELPER F scaled(F y, I n) {
  const I half_ = n >> 1;
  return y * powerOfTwo(half_) * powerOfTwo(n - half_);
}

HELPER F clampTo(F x, E limit) {
  const F y = x > K(limit) ? K(limit) : x;
  return y < K(-limit) ? K(-limit) : y;
}

#define LN2_HIGH 0x1.62e42fefp-1  // 33 bits
#define LN2_LOW 0x1.473de6af278edp-34

// e^(hi + lo) * 2^extra. Overflows to infinity, underflows gradually.
HELPER F expPair(F hi, F lo, I extra) {
  const MASK outside = absolute(hi) > K(800);
  const F x = clampTo(hi, 800.0);
  const F tail = outside ? K(0) : lo;
  const F n = __builtin_elementwise_rint(x * K(0x1.71547652b82fep+0));
  const F r0 = x - n * K(LN2_HIGH), t = n * K(LN2_LOW), r = r0 - t;
  const F c = ((r0 - r) - t) + tail;
  // The tail may be as large as ulp(800), so it is weighed with all of e^r.
  const F q = r * r * POLY_EXP_DOUBLE(r);
  const F y = K(1) + (r + (q + c * (K(1) + (r + q))));
  const F result = scaled(y, TO_I(n) + extra);
  return hi != hi ? hi : result;
}

// t is EXP_ROUNDER64 + n with |n| <= 1200, so that its low bits are n + 2046: y * 2^n in two exact
// factors. Overflow and gradual underflow happen in the last multiplication.
#define EXP_ROUNDER64 (0x1.8p52 + 2046)
HELPER F scaleBy(F y, F t) {
  const U bits = AS_U(t), first = (bits << 51) & (U)0x7ff0000000000000UL;
  return y * AS_F(first) * AS_F((U)((bits << 52) - first));
}

HELPER F expKernel(F x0) {
  const F x = clampTo(x0, 800.0);
  const F t = MA(x, K(0x1.71547652b82fep+0), K(EXP_ROUNDER64)), n = t - K(EXP_ROUNDER64);
  const F r = MA(n, K(-LN2_LOW), MA(n, K(-LN2_HIGH), x));
  return scaleBy(MA(r * r, POLY_EXP_DOUBLE(r), r) + K(1), t);
}

// Arguments beyond ±400 give what ±400 gives, which is infinite or zero as a float.
HELPER F expFloat(F x0) {
  const F x = clampTo(x0, 400.0);
  const F n = __builtin_elementwise_rint(x * K(0x1.71547652b82fep+0));
  const F r = MA(n, K(-LN2_LOW), MA(n, K(-LN2_HIGH), x));
  const F y = MA(r * r, POLY_EXP_FLOAT(r), r) + K(1);
  return x0 != x0 ? x0 : y * powerOfTwo(TO_I(n));
}

HELPER F exp2Kernel(F x0) {
  const F x = clampTo(x0, 1200.0);
  const F t = x + K(EXP_ROUNDER64), n = t - K(EXP_ROUNDER64);
  const Pair r = twoProduct(x - n, K(0x1.62e42fefa39efp-1));
  const F c = MA(x - n, K(0x1.abc9e3b39803fp-56), r.lo);
  return scaleBy(K(1) + (r.hi + MA(r.hi * r.hi, POLY_EXP_DOUBLE(r.hi), c)), t);
}

HELPER F exp10Kernel(F x0) {
  const F x = clampTo(x0, 400.0);
  const F t = MA(x, K(0x1.a934f0979a371p+1), K(EXP_ROUNDER64)), n = t - K(EXP_ROUNDER64);
  // log10(2) in 33 bits and the rest: x - n * high is exact.
  const F s = MA(n, K(-0x1.ef3fde623e256p-35), MA(n, K(-0x1.34413509p-2), x));
  const Pair r = twoProduct(s, K(0x1.26bb1bbb55516p+1));
  const F c = MA(s, K(-0x1.f48ad494ea3e9p-53), r.lo);
  return scaleBy(K(1) + (r.hi + MA(r.hi * r.hi, POLY_EXP_DOUBLE(r.hi), c)), t);
}

// 2^n (e^r - 1) + (2^n - 1), where the last term is exact or 2^n alone.
HELPER F expm1Kernel(F x0) {
  const F below = x0 > K(710) ? K(710) : x0, x = below < K(-60) ? K(-60) : below;
  const F n = __builtin_elementwise_rint(x * K(0x1.71547652b82fep+0));
  const F r0 = x - n * K(LN2_HIGH), t = n * K(LN2_LOW), r = r0 - t;
  const F c = (r0 - r) - t;
  const F tail = r * r * POLY_EXP_DOUBLE(r) + (c + c * r);
  // Halved, so that 2^1024 is not needed.
  const F half_ = powerOfTwo(TO_I(n) - (I)1);
  const Pair top = twoSum(half_ - K(0.5), half_ * r);
  const F large = (top.hi + (top.lo + half_ * tail)) * K(2), small = r + tail;
  const F y = n == K(0) ? small : large;
  return (x0 != x0) | (x0 == K(0)) ? x0 : y;
}

// Splits x > 0 (finite) into m * 2^k with sqrt(1/2) <= m < sqrt(2).
HELPER F splitExponent(F x, F *k) {
  const MASK tiny = x < K(0x1p-1022);
  const I bits = AS_I(tiny ? x * K(0x1p54) : x);
  const I exponent = (bits - (I)0x3fe6a09e667f3bcdL) >> 52;
  *k = TO_F(exponent) - (tiny ? K(54) : K(0));
  return AS_F((I)(bits - (exponent << 52)));
}

// The natural logarithm of x > 0 (finite) to about 2^-65 of its value:
// log m = 2 atanh s, s = (m - 1) / (m + 1), as 2s + s^3 (2/3 + s^2 q(s^2)).
HELPER Pair logPair(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  const Pair s = dividedBy(pair(f, K(0)), fastTwoSum(K(2), f));
  Pair square = twoProduct(s.hi, s.hi);
  square.lo += K(2) * s.hi * s.lo;
  Pair c = fastTwoSum(K(0x1.5555555555555p-1), square.hi * POLY_LOG_DOUBLE(square.hi));
  c.lo += K(0x1.5555555555555p-55);
  const Pair cubic = times(times(square, s), c);
  const Pair a = twoSum(k * K(LN2_HIGH), K(2) * s.hi);
  const Pair b = twoSum(a.hi, cubic.hi);
  const F low = k * K(LN2_LOW) + (K(2) * s.lo + cubic.lo + a.lo + b.lo);
  return fastTwoSum(b.hi, low);
}

// The same for float functions, to about 2^-42 of its value.
HELPER F logFloat(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  const F s = f / (f + K(2)), w = s * s;
  return MA(k, K(0x1.62e42fefa39efp-1), MA(s * w, POLY_LOG_FLOAT(w), s + s));
}

// What every logarithm does outside 0 < x < infinity.
HELPER F logSpecial(F x, F result) {
  const F outside = x == K(0) ? K(-INFINITY) : K(NAN), inside = x == K(INFINITY) ? x : result;
  return x > K(0) ? inside : outside;
}

// log(1 + f) - f for a mantissa 1 + f of splitExponent: with s = f / (2 + f), the logarithm is
// 2 atanh s = 2s + s r(s^2), and 2s is f - f^2/2 + s f^2/2.
HELPER F logTail(F f) {
  const F s = f / (K(2) + f), w = s * s, square = K(0.5) * f * f;
  return MA(s, MA(w, POLY_LOG_SHORT(w), square), -square);
}

HELPER F logKernel(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  return logSpecial(x, MA(k, K(LN2_HIGH), f) + MA(k, K(LN2_LOW), logTail(f)));
}

// For a base b: 1 / log b and log_b 2 in two parts each. k * twoHigh is exact.
HELPER F logBase(F x, E high, E low, E twoHigh, E twoLow) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  const F y = MA(k, K(twoLow), MA(f, K(low), logTail(f) * K(high)));
  return logSpecial(x, MA(k, K(twoHigh), MA(f, K(high), y)));
}

// 1 + x = (1 + f) 2^k, where f takes in what the sum 1 + x lost.
HELPER F log1pKernel(F x) {
  const F u = K(1) + x;
  // What u has of x or of 1, subtracted from it.
  const F ofOne = K(1) - (u - x), ofX = x - (u - K(1)), lost = absolute(x) > K(1) ? ofOne : ofX;
  F k;
  const F m = splitExponent(u, &k);
  const F scale = powerOfTwo(-TO_I(k > K(64) ? K(64) : k));
  const F f = (m - K(1)) + lost * scale;
  const F y = MA(k, K(LN2_HIGH), f) + MA(k, K(LN2_LOW), logTail(f));
  const F r = logSpecial(u, y);
  return x == K(0) ? x : r;
}

// |x|^y for 0 < |x| < infinity and finite y.
HELPER F powMagnitude(F x, F y) {
  const Pair l = logPair(absolute(x));
  const F estimate = l.hi * y;
  const MASK outside = absolute(estimate) > K(800);
  const F inside = outside ? K(0) : y, bounded = clampTo(estimate, 800.0);
  const Pair p = times(l, pair(inside, K(0)));
  const F high = outside ? bounded : p.hi;
  return expPair(high, p.lo, (I)0);
}

HELPER F powMagnitudeFloat(F x, F y) { return expFloat(y * logFloat(absolute(x))); }

HELPER F rootMagnitude(F x, F y) {
  const Pair l = dividedBy(logPair(absolute(x)), pair(y, K(0)));
  return expPair(l.hi, l.lo, (I)0);
}

HELPER F sinhKernel(F x) {
  const F ax = absolute(x), e = expm1Kernel(ax);
  const F small = K(0.5) * (e + e / (e + K(1)));
  const F y = ax < K(22) ? small : expPair(ax, K(0), (I)-1);
  return __builtin_elementwise_copysign(y, x);
}

HELPER F coshKernel(F x) {
  const F half_ = expPair(absolute(x), K(0), (I)-1);
  return half_ + K(0.25) / half_;
}

HELPER F tanhKernel(F x) {
  const F ax = absolute(x), e = expm1Kernel(K(2) * ax);
  const F y = ax > K(22) ? K(1) : e / (e + K(2));
  return x != x ? x : __builtin_elementwise_copysign(y, x);
}

HELPER F asinhKernel(F x) {
  const F ax = absolute(x), square = ax * ax;
  const F small = log1pKernel(ax + square / (K(1) + __builtin_elementwise_sqrt(K(1) + square)));
  const F large = logKernel(ax) + K(0x1.62e42fefa39efp-1);
  const F y = ax > K(0x1p28) ? large : small;
  return x != x ? x : __builtin_elementwise_copysign(y, x);
}

HELPER F acoshKernel(F x) {
  const F t = x - K(1);
  const F near_ = log1pKernel(t + __builtin_elementwise_sqrt(K(2) * t + t * t));
  const F y = x > K(0x1p28) ? logKernel(x) + K(0x1.62e42fefa39efp-1) : near_;
  return x >= K(1) ? y : K(NAN);
}

HELPER F atanhKernel(F x) {
  const F ax = absolute(x);
  const F y = K(0.5) * log1pKernel(K(2) * ax / (K(1) - ax));
  return ax <= K(1) ? __builtin_elementwise_copysign(ax == K(1) ? K(INFINITY) : y, x) : K(NAN);
}

// Halley's iteration from a guess made of a third of the exponent; the last step is Newton's
// with an exact residual.
HELPER F cbrtKernel(F x) {
  const F ax = absolute(x);
  const MASK tiny = ax < K(0x1p-1022);
  const MASK large = ax > K(0x1p1000);
  const F a = tiny ? ax * K(0x1p54) : large ? ax * K(0x1p-54) : ax;
  F y = AS_F((I)(TO_I(TO_F(AS_I(a)) * K(0x1.5555555555555p-2)) + (I)0x2a9f7893782da1ceL));
  for (int i = 0; i < 3; ++i) {
    const F cube = y * y * y;
    y = y * ((cube + K(2) * a) / (K(2) * cube + a));
  }
  const Pair square = twoProduct(y, y);
  const Pair cube = times(square, pair(y, K(0)));
  y = y - ((cube.hi - a) + cube.lo) / (K(3) * square.hi);
  y = tiny ? y * K(0x1p-18) : large ? y * K(0x1p18) : y;
  const MASK itself = (ax == K(0)) | !(ax < K(INFINITY));
  return itself ? x : __builtin_elementwise_copysign(y, x);
}

HELPER F hypotKernel(F x, F y) {
  const F ax = absolute(x), ay = absolute(y);
  const F a = ax > ay ? ax : ay, b = ax > ay ? ay : ax;
  const F scale = a > K(0x1p500) ? K(0x1p-600) : a < K(0x1p-400) ? K(0x1p600) : K(1);
  const F inverse = a > K(0x1p500) ? K(0x1p600) : a < K(0x1p-400) ? K(0x1p-600) : K(1);
  const F as = a * scale, bs = b * scale;
  const F r = __builtin_elementwise_sqrt(as * as + bs * bs) * inverse;
  const MASK infinite = (ax == K(INFINITY)) | (ay == K(INFINITY));
  return infinite ? K(INFINITY) : (x != x) | (y != y) ? x + y : r;
}
