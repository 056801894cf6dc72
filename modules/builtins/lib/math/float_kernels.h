// Kernels in float, for all widths: what the float forms of the functions that programs call most
// are made of. The kernel vectorizer widens their bodies over work-items, so they are made for
// that: straight-line, a select for each special case, no tables, and as few operations as the
// bounds of the specification allow. (The other float functions compute in double.) Arms of ?: are
// variables or constants where they are more than an operation: others may stay branches.
//
// MA() is fused where the target does so. Where a result depends on products being exact,
// either the factors are short enough for both ways, or __mux_has_fma() chooses.

// 1.5 * 2^23: x + ROUNDER - ROUNDER is rint(x) for |x| < 2^22, and the low bits of x + ROUNDER
// are those of the integer.
#define ROUNDER 0x1.8p23f

HELPER F mulAdd(F a, F b, F c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}

HELPER F absolute(F x) { return __builtin_elementwise_abs(x); }

// NaN stays NaN. Single instructions where the target has minima like that.
HELPER F clampTo(F x, E low, E high) {
  const F y = x > K(high) ? K(high) : x;
  return y < K(low) ? K(low) : y;
}

// Exponential functions: 2^n e^r for the n that is nearest to x / log 2.

// t is ROUNDER + 254 + n with -160 <= n <= 160: y * 2^n in two exact factors, so that overflow
// and gradual underflow happen in the last multiplication.
#define EXP_ROUNDER (ROUNDER + 254.0f)
HELPER F scaleBy(F y, F t) {
  const U bits = AS_U(t);
  const U first = (bits << 22) & (U)0x7f800000, second = (bits << 23) - first;
  return y * AS_F(first) * AS_F(second);
}

HELPER F expFloat(F x0) {
  const F x = clampTo(x0, -104.0f, 89.0f);
  const F t = MA(x, K(0x1.715476p+0f), K(EXP_ROUNDER)), n = t - K(EXP_ROUNDER);
  // log 2 in 16 bits and the rest: the first product is exact.
  const F r = MA(n, K(-0x1.7f7d1cp-20f), MA(n, K(-0x1.62e4p-1f), x));
  return scaleBy(MA(r * r, POLY_FLOAT_EXP(r), r) + K(1), t);
}

// For -126 <= x <= 127.
HELPER F exp2Short(F x) {
  const F t = x + K(ROUNDER + 127.0f), r = x - (t - K(ROUNDER + 127.0f));
  return MA(r, POLY_FLOAT_EXP2(r), K(1)) * AS_F(AS_U(t) << 23);
}

HELPER F exp2Float(F x0) {
  const F x = clampTo(x0, -150.0f, 129.0f);
  const F t = x + K(EXP_ROUNDER), r = x - (t - K(EXP_ROUNDER));
  return scaleBy(MA(r, POLY_FLOAT_EXP2(r), K(1)), t);
}

HELPER F exp10Float(F x0) {
  const F x = clampTo(x0, -45.5f, 38.8f);
  const F t = MA(x, K(0x1.a934f0p+1f), K(EXP_ROUNDER)), n = t - K(EXP_ROUNDER);
  const F r = MA(n, K(-0x1.3509f8p-18f), MA(n, K(-0x1.344p-2f), x));
  return scaleBy(MA(r, POLY_FLOAT_EXP10(r), K(1)), t);
}

// 2^n (e^r - 1) + (2^n - 1), halved so that 2^128 is not needed, for -20 <= x <= 89. Of 0 it is +0.
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

// Logarithms: x = m 2^k with 2/3 <= m < 4/3, log m = f - f^2/2 + f^3 P(f) for f = m - 1, or f Q(f).
// What is no positive normal number takes a branch. It brings denormal numbers into range and
// leaves what the logarithm of the others is, an infinity or NaN, in k, the last term of each sum.

// log of what is zero, infinite, negative or NaN; `result` of any other.
HELPER F logSpecial(F x, F result) {
  const F outside = x == K(0) ? K(-INFINITY) : K(NAN), inside = x == K(INFINITY) ? x : result;
  return x > K(0) ? inside : outside;
}

HELPER F splitBits(F x, F *exponent) {
  const I bits = AS_I(x) - (I)0x3f2aaaab;
  *exponent = TO_F(bits >> 23);
  return AS_F((I)((bits & (I)0x7fffff) + (I)0x3f2aaaab));
}

HELPER F splitExponent(F x, F *k) {
  const MASK rare = AS_U(x) - (U)0x800000 >= (U)0x7f000000;
  F m = splitBits(x, k);
  if (SELDOM(ANY(rare))) {
    F exponent;
    const F raised = splitBits(x * K(0x1p24f), &exponent), special = exponent + logSpecial(x, K(-24));
    m = rare ? raised : m;
    *k = rare ? special : *k;
  }
  return m;
}

// log(1 + f) - f
HELPER F logTail(F f) { return (f * f) * MA(f, POLY_FLOAT_LOG(f), K(-0.5f)); }

HELPER F logFloat(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  return MA(k, K(0x1.62e4p-1f), f) + MA(k, K(0x1.7f7d1cp-20f), logTail(f));
}

HELPER F log2Float(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  return MA(f, POLY_FLOAT_LOG2(f), k);
}

HELPER F log10Float(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  return MA(k, K(0x1.344p-2f), MA(f, POLY_FLOAT_LOG10(f), k * K(0x1.3509f8p-18f)));
}

// log(1 + x) + more * log 2. 1 + x = (1 + f) 2^k, where f takes in what the sum 1 + x lost. Where
// that is far below a unit in the last place, or 1 + x is not positive, a branch is taken.
HELPER F log1pScaled(F x, F more) {
  const F u = K(1) + x;
  // What u has of x or of 1, subtracted from it.
  const F ofOne = K(1) - (u - x), ofX = x - (u - K(1));
  const F lost = absolute(x) > K(1) ? ofOne : ofX;
  F k;
  const F m = splitBits(u, &k);
  F rest = lost * AS_F((U)(AS_U(m) + (U)0x3f800000 - AS_U(u)));
  const MASK rare = AS_U(u) - (U)0x30000000 >= (U)0x20000000;
  if (SELDOM(ANY(rare))) {
    const F special = k + logSpecial(u, K(0));
    rest = rare ? K(0) : rest;
    k = rare ? special : k;
  }
  const F f = (m - K(1)) + rest;
  k += more;
  return MA(k, K(0x1.62e4p-1f), f) + MA(k, K(0x1.7f7d1cp-20f), logTail(f));
}

HELPER F log1pFloat(F x) { return __builtin_elementwise_copysign(log1pScaled(x, K(0)), x); }

// Powers: 2^(y log2 x), for which the logarithm and its product with y need some 32 bits.

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

// log2 of x > 0 (finite) to about 2^-31 of its value.
HELPER FloatPair log2Pair(F x) {
  F k;
  const F f = splitExponent(x, &k) - K(1);
  const FloatPair square = productFloat(f, f);
  const F half_ = K(0.5f) * square.hi, top = f - half_;
  const F tail = MA(f * square.hi, POLY_FLOAT_LOG(f), K(-0.5f) * square.lo);
  const FloatPair l = productFloat(top, K(0x1.715476p+0f));
  const F low = MA(top, K(0x1.4ae0cp-26f), ((f - top) - half_ + tail) * K(0x1.715476p+0f));
  const F fraction = l.hi + low, rest = (low - (fraction - l.hi)) + l.lo;
  FloatPair r;
  r.hi = k + fraction;
  r.lo = (fraction - (r.hi - k)) + rest;
  return r;
}

// |x|^(y + rest) for 0 < |x| < infinity, finite y and |rest| < 2^-15 |y|.
HELPER F powMagnitudeFloat(F x, F y, F rest) {
  const FloatPair l = log2Pair(absolute(x));
  const FloatPair p = productFloat(l.hi, y);
  const F low = MA(l.hi, rest, MA(l.lo, y, p.lo));
  const F high = clampTo(p.hi, -160.0f, 160.0f);
  const F t = high + K(EXP_ROUNDER);
  const F r = (high - (t - K(EXP_ROUNDER))) + (high == p.hi ? low : K(0));
  return scaleBy(MA(r, POLY_FLOAT_EXP2(r), K(1)), t);
}

// Trigonometric functions, of |x|: signs are put on in the end.

// x - n * unit * pi; n * unit is a multiple of 1/2. With fused operations three parts of 24
// bits serve up to LARGE_FUSED, without them the parts must be short for exact products.
#define LARGE_FUSED 0x1p17f
#define LARGE_PLAIN 0x1p11f
HELPER F subtractPi(F x, F n, E unit) {
  if (__mux_has_fma(32)) {
    const F r = MA(n, K(-unit * 0x1.921fb6p+1f), x);
    return MA(n, K(unit * 0x1.ee59dap-49f), MA(n, K(unit * 0x1.777a5cp-24f), r));
  }
  const F r = MA(n, K(-unit * 0x1.f6ap-12f), MA(n, K(-unit * 0x1.921p+1f), x));
  return MA(n, K(-unit * 0x1.68c234p-38f), MA(n, K(-unit * 0x1.11p-25f), r));
}

// Also for infinities and NaNs.
HELPER MASK isLargeAngle(F ax) {
  return !(ax < (__mux_has_fma(32) ? K(LARGE_FUSED) : K(LARGE_PLAIN)));
}

#if IS_SCALAR
#define UL ulong
#else
#define UL PASTE(ulong, N)
#endif
#define TO_UL(x) CONVERT(x, UL)

// x / pi modulo 2 in units of 2^-63, for finite x >= 2^11: Payne and Hanek's method. x is
// m * 2^e with an integer m of 24 bits. Bits of 1/pi whose product with m * 2^e is a multiple of
// 2 are left out, the 96 bits after those are multiplied. They are found by shifting constants,
// not in a table, so that the lanes of a vector need no gather.
HELPER UL turnsLarge(F x) {
  const U bits = AS_U(x), m = (bits & (U)0x7fffff) | (U)0x800000;
  // Of the first bit, in 1/pi with 32 zeros before it; at most 4 * 32 + 8.
  const U position = (bits >> 23) - (U)119;
  const MASK by4 = (position & (U)128) != (U)0, by2 = (position & (U)64) != (U)0;
  const MASK by1 = (position & (U)32) != (U)0;
  const U w1 = (U)0x517cc1b7, w2 = (U)0x27220a94, w3 = (U)0xfe13abe8, w4 = (U)0xfa9a6ee0;
  const U w5 = (U)0x6db14acc, w6 = (U)0x9e21c820, w7 = (U)0xff28b1d5;
  const U a0 = by4 ? w4 : (U)0, a1 = by4 ? w5 : w1, a2 = by4 ? w6 : w2, a3 = by4 ? w7 : w3;
  const U b0 = by2 ? a2 : a0, b1 = by2 ? a3 : a1, b2 = by2 ? w4 : a2, b3 = by2 ? w5 : a3;
  const U b4 = by2 ? w6 : w4;
  const U c0 = by1 ? b1 : b0, c1 = by1 ? b2 : b1, c2 = by1 ? b3 : b2, c3 = by1 ? b4 : b3;
  const U left = position & (U)31, right = (U)31 - left;
  const U d0 = (c0 << left) | ((c1 >> 1) >> right), d1 = (c1 << left) | ((c2 >> 1) >> right);
  const U d2 = (c2 << left) | ((c3 >> 1) >> right);
  const UL wide = TO_UL(m);
  return (TO_UL(m * d0) << 32) + wide * TO_UL(d1) + ((wide * TO_UL(d2)) >> 32);
}

// The angle of a fraction in units of 2^-64 of `unit` * pi, in two parts of which the first is
// exact; NaN for x that is not finite.
HELPER F angleOf(UL fraction, E unit, F x) {
  const I top = AS_I(TO_U(fraction >> 32));
  // Rounded up by bit 39, which makes the bits from there on negative.
  const F high = TO_F((top >> 8) + ((top >> 7) & (I)1));
  const F low = TO_F(AS_I(TO_U(fraction >> 8)));
  const F rest = MA(high, K(-unit * 0x1.777a5cp-48f), low * K(unit * 0x1.921fb6p-55f));
  const F angle = MA(high, K(unit * 0x1.921fb6p-23f), rest);
  return x < K(INFINITY) ? angle : K(NAN);
}

// A remainder of an angle, and the number of turns taken off, in the bits that count.
#define FloatAngle PASTE(FloatAngle, N)
typedef struct {
  F r;
  U turns;
} FloatAngle;

// x = r + (n - shift) pi, |r| <= pi/2; shift is 0 or 1/2. Bit 31 of turns is n modulo 2.
HELPER FloatAngle reduceByPi(F ax, E shift) {
  const F t = MA(ax, K(0x1.45f306p-2f), K(shift)) + K(ROUNDER);
  FloatAngle a;
  a.r = subtractPi(ax, (t - K(ROUNDER)) - K(shift), 1.0f);
  a.turns = AS_U(t) << 31;
  const MASK large = isLargeAngle(ax);
  if (SELDOM(ANY(large))) {
    const UL turns = turnsLarge(ax) + (UL)(ulong)(shift * 0x1p63f);
    const F r = angleOf(turns << 1, 1.0f, ax);
    const U odd = TO_U((turns + ((UL)1 << 62)) >> 63) << 31;
    a.r = large ? r : a.r;
    a.turns = large ? odd : a.turns;
  }
  return a;
}

// x = r + n pi/2, |r| <= pi/4. Bits 0 and 1 of turns are n modulo 4.
HELPER FloatAngle reduceByHalfPi(F ax) {
  const F t = MA(ax, K(0x1.45f306p-1f), K(ROUNDER));
  FloatAngle a;
  a.r = subtractPi(ax, t - K(ROUNDER), 0.5f);
  a.turns = AS_U(t);
  const MASK large = isLargeAngle(ax);
  if (SELDOM(ANY(large))) {
    const UL turns = turnsLarge(ax);
    const F r = angleOf(turns << 2, 0.5f, ax);
    const U quadrant = TO_U((turns + ((UL)1 << 61)) >> 62);
    a.r = large ? r : a.r;
    a.turns = large ? quadrant : a.turns;
  }
  return a;
}

HELPER U signOf(F x) { return AS_U(x) & (U)0x80000000; }
HELPER F flipSign(F x, U sign) { return AS_F((U)(AS_U(x) ^ sign)); }

HELPER F sinFloat(F x) {
  const FloatAngle a = reduceByPi(absolute(x), 0.0f);
  const F w = a.r * a.r;
  return flipSign(MA(a.r * w, POLY_FLOAT_SIN_TURN(w), a.r), a.turns ^ signOf(x));
}

// sin(|x| + pi/2)
HELPER F cosFloat(F x) {
  const FloatAngle a = reduceByPi(absolute(x), 0.5f);
  const F w = a.r * a.r;
  return flipSign(MA(a.r * w, POLY_FLOAT_SIN_TURN(w), a.r), a.turns);
}

// Of a remainder.
HELPER F sinReducedFloat(F r) {
  const F w = r * r;
  return MA(r * w, POLY_FLOAT_SIN(w), r);
}
HELPER F cosReducedFloat(F r) {
  const F w = r * r;
  return MA(w * w, POLY_FLOAT_COS(w), MA(K(-0.5f), w, K(1)));
}

HELPER F sincosFloat(F x, F *cosine) {
  const FloatAngle a = reduceByHalfPi(absolute(x));
  const F s = sinReducedFloat(a.r), c = cosReducedFloat(a.r);
  const MASK odd = (a.turns & (U)1) != (U)0;
  *cosine = flipSign(odd ? s : c, ((a.turns + (U)1) & (U)2) << 30);
  return flipSign(odd ? c : s, ((a.turns & (U)2) << 30) ^ signOf(x));
}

HELPER F tanFloat(F x) {
  const FloatAngle a = reduceByHalfPi(absolute(x));
  const F s = sinReducedFloat(a.r), c = cosReducedFloat(a.r);
  const MASK odd = (a.turns & (U)1) != (U)0;
  return flipSign((odd ? c : s) / (odd ? s : c), (a.turns << 31) ^ signOf(x));
}

// sin(pi (|x| + shift)) without its sign, and the parity of the integer nearest to |x| + shift,
// in bit 31. Remainders are exact; large x are even integers.
HELPER F sinPiFloat(F ax, E shift, U *odd) {
  const F rest = ax - K(2) * __builtin_elementwise_floor(ax * K(0.5f));
  const F n = __builtin_elementwise_rint(rest + K(shift)) - K(shift);
  const F r = rest - n, w = r * r;
  *odd = AS_U(TO_I(n + K(shift))) << 31;
  return MA(r, K(0x1.921fb6p+1f), MA(r * w, POLY_FLOAT_SINPI(w), r * K(-0x1.777a5cp-24f)));
}

// sinpi(n) is +0 for positive and -0 for negative n.
HELPER F sinpiFloat(F x) {
  U odd;
  const F y = sinPiFloat(absolute(x), 0.0f, &odd);
  return flipSign(y, (y == K(0) ? (U)0 : odd) ^ signOf(x));
}

// cospi(n + 1/2) is +0.
HELPER F cospiFloat(F x) {
  U odd;
  const F y = sinPiFloat(absolute(x), 0.5f, &odd);
  return flipSign(y, odd) + K(0);
}

// x = n/2 + r, |r| <= 1/4, exactly. tanpi(n) is a zero with the sign of n for even n, of -n for odd n;
// tanpi(n + 1/2) is +infinity for even and -infinity for odd n.
HELPER F tanpiFloat(F x) {
  const F ax = absolute(x), whole = __builtin_elementwise_floor(ax), rest = ax - whole;
  const MASK second = absolute(rest - K(0.5f)) <= K(0.25f);
  const F far = rest > K(0.5f) ? rest - K(1) : rest, r = second ? rest - K(0.5f) : far, w = r * r;
  const F s = MA(r, K(0x1.921fb6p+1f), MA(r * w, POLY_FLOAT_SINPI(w), r * K(-0x1.777a5cp-24f)));
  const F c = MA(w, POLY_FLOAT_COSPI(w), K(1));
  const F y = (second ? c : s) / (second ? s : c);
  const MASK odd = whole != K(2) * __builtin_elementwise_floor(ax * K(0.5f));
  const U one = (U)0x80000000, flipped = second ? one : (U)0, exact = odd ? one : (U)0;
  return flipSign(y, (r == K(0) ? exact : flipped) ^ signOf(x));
}

// Forms of the native_ functions: errors of some 2^-18 of the result (exponentials: of the
// argument, if that is more), or of 1 for sine and cosine; no subnormal numbers; angles up to
// some thousands. Special values are those of the full functions.

HELPER F exp2Native(F x0) {
  const F x = clampTo(x0, -127.0f, 128.0f);
  const F t = x + K(ROUNDER + 127.0f), r = x - (t - K(ROUNDER + 127.0f));
  return MA(r, POLY_FLOAT_EXP2_NATIVE(r), K(1)) * AS_F(AS_U(t) << 23);
}

// log2 of x > 0
HELPER F log2Native(F x) {
  const I bits = AS_I(x) - (I)0x3f2aaaab;
  const F f = AS_F((I)((bits & (I)0x7fffff) + (I)0x3f2aaaab)) - K(1);
  return logSpecial(x, MA(f, POLY_FLOAT_LOG2_NATIVE(f), TO_F(bits >> 23)));
}

// sin(x + shift * pi) but for the sign of x, for shift 0 or 1/2 and x >= 0. Of large x something
// between -1 and 1.
HELPER F sinNative(F ax, E shift) {
  const F t = MA(ax, K(0x1.45f306p-2f), K(shift)) + K(ROUNDER), n = (t - K(ROUNDER)) - K(shift);
  const F r0 = MA(n, K(-0x1.f6a888p-12f), MA(n, K(-0x1.921p+1f), ax));
  const F r = clampTo(r0, -0x1.921fb6p+0f, 0x1.921fb6p+0f), w = r * r;
  return flipSign(MA(r * w, POLY_FLOAT_SIN_NATIVE(w), r), AS_U(t) << 31);
}

#undef UL
#undef TO_UL
