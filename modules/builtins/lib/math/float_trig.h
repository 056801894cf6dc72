// Trigonometric functions in float, for all widths, of |x|: signs are put on in the end.
//
// A remainder of pi/2 has its rounding error as a second part, without which it would count twice in the
// tangent. With fused multiplication, sine and cosine alone have a remainder of pi and one polynomial, which
// takes less; without it the roundings of that one add up to more than two units in the last place.

// x - n pi/2, with its rounding error, for x up to LARGE_HALF: products with all parts of pi but the last are
// exact, and so are the first differences.
#define LARGE_HALF 0x1p11f
HELPER F subtractHalfPi(F x, F n, F *low) {
  F r0, c, last;
  if (__mux_has_fma(32)) {
    r0 = MA(n, K(-0x1.921fb6p+0f), x);
    c = n * K(-0x1.777p-25f);
    last = K(0x1.4b9ee6p-38f);
  } else {
    r0 = (x - n * K(0x1.921p+0f)) - n * K(0x1.f6ap-13f);
    c = n * K(0x1.11p-26f);
    last = K(-0x1.68c234p-39f);
  }
  const F r = r0 - c;
  *low = MA(n, last, (r0 - r) - c);
  return r;
}

// x - n pi for x up to LARGE_WHOLE, with fused multiplication; 2n is an integer.
#define LARGE_WHOLE 0x1p17f
HELPER F subtractPi(F x, F n) {
  const F r = MA(n, K(0x1.777a5cp-24f), MA(n, K(-0x1.921fb6p+1f), x));
  return MA(n, K(0x1.ee59dap-49f), r);
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

// A remainder of an angle with its rounding error, and the number of turns taken off, in the
// significant bits.
#define FloatAngle PASTE(FloatAngle, N)
typedef struct {
  F r, low;
  U turns;
} FloatAngle;

// The angle of a fraction in units of 2^-64 of `unit` * pi; NaN for an infinite x or NaN.
HELPER FloatAngle angleOf(UL fraction, E unit, F x) {
  const I top = AS_I(TO_U(fraction >> 32));
  // Rounded up by bit 39, which makes the bits from there on negative.
  const F high = TO_F((top >> 8) + ((top >> 7) & (I)1));
  const F low = TO_F(AS_I(TO_U(fraction >> 8)));
  const FloatPair p = productFloat(high, K(unit * 0x1.921fb6p-23f));
  const F rest = p.lo + MA(high, K(-unit * 0x1.777a5cp-48f), low * K(unit * 0x1.921fb6p-55f));
  FloatAngle a;
  a.r = x < K(INFINITY) ? p.hi + rest : K(NAN);
  a.low = (p.hi - a.r) + rest;
  return a;
}

// x = r + (n - shift) pi, |r| <= pi/2; shift is 0 or 1/2. Bit 31 of turns is n modulo 2, low is not set. With
// fused multiplication.
HELPER FloatAngle reduceByPi(F ax, E shift) {
  const F t = MA(ax, K(0x1.45f306p-2f), K(shift)) + K(ROUNDER), n = (t - K(ROUNDER)) - K(shift);
  FloatAngle a;
  a.r = subtractPi(ax, n);
  a.turns = AS_U(t) << 31;
  const MASK large = !(ax < K(LARGE_WHOLE));
  if (UNLIKELY(ANY(large))) {
    const UL turns = turnsLarge(ax) + (UL)(ulong)(shift * 0x1p63f);
    const FloatAngle far = angleOf(turns << 1, 1.0f, ax);
    const U odd = TO_U((turns + ((UL)1 << 62)) >> 63) << 31;
    a.r = large ? far.r : a.r;
    a.turns = large ? odd : a.turns;
  }
  return a;
}

// x = r + low + n pi/2, |r| <= pi/4. Bits 0 and 1 of turns are n modulo 4.
HELPER FloatAngle reduceByHalfPi(F ax) {
  const F t = MA(ax, K(0x1.45f306p-1f), K(ROUNDER));
  FloatAngle a;
  a.r = subtractHalfPi(ax, t - K(ROUNDER), &a.low);
  a.turns = AS_U(t);
  const MASK large = !(ax < K(LARGE_HALF));
  if (UNLIKELY(ANY(large))) {
    const UL turns = turnsLarge(ax);
    const FloatAngle far = angleOf(turns << 2, 0.5f, ax);
    const U quadrant = TO_U((turns + ((UL)1 << 61)) >> 62);
    a.r = large ? far.r : a.r;
    a.low = large ? far.low : a.low;
    a.turns = large ? quadrant : a.turns;
  }
  return a;
}

// The same of pi x: the remainder of x is exact. Large x are even integers.
HELPER FloatAngle reduceHalfTurns(F ax) {
  const F rest = ax - K(2) * __builtin_elementwise_floor(ax * K(0.5f));
  const F n = __builtin_elementwise_rint(rest + rest), part = MA(n, K(-0.5f), rest);
  const FloatPair p = productFloat(part, K(0x1.921fb6p+1f));
  FloatAngle a;
  a.r = p.hi;
  a.low = MA(part, K(-0x1.777a5cp-24f), p.lo);
  a.turns = AS_U(n + K(ROUNDER));
  return a;
}

HELPER U signOf(F x) { return AS_U(x) & (U)0x80000000; }
HELPER F flipSign(F x, U sign) { return AS_F((U)(AS_U(x) ^ sign)); }

// Of a remainder.
HELPER F sinReduced(FloatAngle a) {
  const F w = a.r * a.r;
  return a.r + MA(a.r * w, POLY_FLOAT_SIN(w), a.low);
}
HELPER F cosReduced(FloatAngle a) {
  const F w = a.r * a.r;
  return MA(w * w, POLY_FLOAT_COS(w), MA(K(-0.5f), w, K(1)));
}

// The sine of r + n pi/2, for n in bits 0 and 1 of turns.
HELPER F sinOfQuadrant(FloatAngle a) {
  const F s = sinReduced(a), c = cosReduced(a);
  const MASK odd = (a.turns & (U)1) != (U)0;
  return flipSign(odd ? c : s, (a.turns & (U)2) << 30);
}

HELPER FloatAngle quarterTurn(FloatAngle a) {
  a.turns += (U)1;
  return a;
}

HELPER F sinOfHalfTurn(FloatAngle a) {
  const F w = a.r * a.r;
  return flipSign(MA(a.r * w, POLY_FLOAT_SIN_TURN(w), a.r), a.turns);
}

HELPER F sinFloat(F x) {
  if (__mux_has_fma(32))
    return flipSign(sinOfHalfTurn(reduceByPi(absolute(x), 0.0f)), signOf(x));
  return flipSign(sinOfQuadrant(reduceByHalfPi(absolute(x))), signOf(x));
}

HELPER F cosFloat(F x) {
  if (__mux_has_fma(32))
    return sinOfHalfTurn(reduceByPi(absolute(x), 0.5f));
  return sinOfQuadrant(quarterTurn(reduceByHalfPi(absolute(x))));
}

HELPER F sincosFloat(F x, F *cosine) {
  const FloatAngle a = reduceByHalfPi(absolute(x));
  const F s = sinReduced(a), c = cosReduced(a);
  const MASK odd = (a.turns & (U)1) != (U)0;
  *cosine = flipSign(odd ? s : c, ((a.turns + (U)1) & (U)2) << 30);
  return flipSign(odd ? c : s, ((a.turns & (U)2) << 30) ^ signOf(x));
}

// The tangent of r + n pi/2 for n in bit 0 of turns, and r not 0 for odd n: t, or -1/t corrected by
// the rounding error of t.
HELPER F tanOfQuadrant(FloatAngle a) {
  const F w = a.r * a.r, tail = MA(a.r * w, POLY_FLOAT_TAN(w), a.low);
  const F t = a.r + tail, rest = (a.r - t) + tail;
  const F q = K(-1) / t, inverse = MA(q * q, rest, q);
  return (a.turns & (U)1) != (U)0 ? inverse : t;
}

HELPER F tanFloat(F x) {
  return flipSign(tanOfQuadrant(reduceByHalfPi(absolute(x))), signOf(x));
}

// sin(pi (|x| + shift)), for shift 0 or 1/2; zeros of either sign. Remainders are exact; large x are even
// integers. The sine of pi r is 2r, which is exact, and what is left, which is less.
HELPER F sinPiShifted(F ax, E shift) {
  const F rest = ax - K(2) * __builtin_elementwise_floor(ax * K(0.5f));
  const F n = __builtin_elementwise_rint(rest + K(shift)) - K(shift);
  const F r = rest - n;
  const F y = MA(r, POLY_FLOAT_SINPI(r * r), r + r);
  return flipSign(y, AS_U(TO_I(n + K(shift))) << 31);
}

// sinpi(n) is +0 for positive and -0 for negative n.
HELPER F sinpiFloat(F x) {
  const F ax = absolute(x);
  const F y = unlessTiny(ax, ax * K(0x1.921fb6p+1f), sinPiShifted(ax, 0.0f));
  return flipSign(y == K(0) ? K(0) : y, signOf(x));
}

// cospi(n + 1/2) is +0.
HELPER F cospiFloat(F x) { return sinPiShifted(absolute(x), 0.5f) + K(0); }

// tanpi(n) is a zero with the sign of n for even n, of -n for odd n; tanpi(n + 1/2) is +infinity for even
// and -infinity for odd n.
HELPER F tanpiFloat(F x) {
  const F ax = absolute(x);
  const FloatAngle a = reduceHalfTurns(ax);
  const MASK odd = (a.turns & (U)1) != (U)0;
  const F y = unlessTiny(ax, ax * K(0x1.921fb6p+1f), tanOfQuadrant(a));
  const F exact = flipSign(odd ? K(INFINITY) : K(0), a.turns >> 1 << 31);
  return flipSign(a.r == K(0) ? exact : y, signOf(x));
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
