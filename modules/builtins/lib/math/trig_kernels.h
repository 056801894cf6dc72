// Argument reduction and kernels of the trigonometric functions, in double; included by trig.h for
// all widths. As in float (float_trig.h): a remainder r of pi/2 with |r| <= pi/4 (a little more
// after rounding), its rounding error and a quadrant, x = r + low + quadrant * pi/2. For sin and
// cos with fused multiplication it is a remainder of pi, as one polynomial over [-pi/2, pi/2] costs
// less than two over half the range.

#define LARGE_ANGLE 0x1p20
// x + ROUNDER64 - ROUNDER64 is rint(x) for |x| < 2^51; the low bits are the integer's.
#define ROUNDER64 0x1.8p52

// x - n pi/2 and its rounding error, for integers |n| < 2^20. Products with all parts of pi but the last
// are exact: they have 33 bits, the first with fma 53.
HELPER F subtractHalfPi(F x, F n, F *low) {
  if (__mux_has_fma(64)) {
    const F r0 = MA(n, K(-0x1.921fb54442d18p+0), x), c = n * K(0x1.1a626331p-54), r = r0 - c;
    *low = MA(n, K(-0x1.1701b839a2520p-88), (r0 - r) - c);
    return r;
  }
  const F r0 = x - n * K(0x1.921fb544p+0);
  const Pair a = twoSum(r0, -(n * K(0x1.0b4611a6p-34)));
  const Pair b = twoSum(a.hi, -(n * K(0x1.3198a2ep-69)));
  const Pair r = fastTwoSum(b.hi, a.lo + (b.lo - n * K(0x1.b839a252049c1p-104)));
  *low = r.lo;
  return r.hi;
}

// x - n pi in one number, with fused multiplication; 2n is an integer.
HELPER F subtractPi(F x, F n) {
  const F r = MA(n, K(-0x1.1a62633145c07p-53), MA(n, K(-0x1.921fb54442d18p+1), x));
  return MA(n, K(0x1.f1976b7ed8fbcp-109), r);
}

// A remainder of pi/2 with its rounding error, and the multiple of pi/2 in the low bits of quadrant.
#define DoubleAngle PASTE(DoubleAngle, N)
typedef struct {
  F r, low;
  U quadrant;
} DoubleAngle;

HELPER DoubleAngle reduce(F x) {
  const F ax = absolute(x);
  const F t = MA(ax, K(0x1.45f306dc9c883p-1), K(ROUNDER64));
  const MASK large = !(ax < K(LARGE_ANGLE));
  DoubleAngle a;
  a.r = subtractHalfPi(ax, t - K(ROUNDER64), &a.low);
  a.quadrant = AS_U(t);
  if (UNLIKELY(ANY(large))) {
    const Turns turns = turnsLarge(ax);
    const Pair far = angleOf(shiftLeft(turns, 2), 0.5, ax);
    a.r = large ? far.hi : a.r;
    a.low = large ? far.lo : a.low;
    a.quadrant = large ? (turns.top + ((U)1 << 61)) >> 62 : a.quadrant;
  }
  return a;
}

// The same of pi x: the remainder of x is exact. Large x are even integers.
HELPER DoubleAngle reduceHalfTurns(F ax) {
  const F rest = ax - K(2) * __builtin_elementwise_floor(ax * K(0.5));
  const F n = __builtin_elementwise_rint(rest + rest), part = MA(n, K(-0.5), rest);
  const Pair p = twoProduct(part, K(0x1.921fb54442d18p+1));
  DoubleAngle a;
  a.r = p.hi;
  a.low = MA(part, K(0x1.1a62633145c07p-53), p.lo);
  a.quadrant = AS_U(n + K(ROUNDER64));
  return a;
}

HELPER U signOf(F x) { return AS_U(x) & ((U)1 << 63); }
HELPER F flipSign(F x, U sign) { return AS_F((U)(AS_U(x) ^ sign)); }

// sin(x + shift * pi) but for the sign of x, for shift 0 or 1/2 and x >= 0. With fused multiplication.
HELPER F sinTurn(F ax, E shift) {
  const F t = MA(ax, K(0x1.45f306dc9c883p-2), K(shift)) + K(ROUNDER64);
  F r = subtractPi(ax, (t - K(ROUNDER64)) - K(shift));
  U odd = AS_U(t) << 63;
  const MASK large = !(ax < K(LARGE_ANGLE));
  if (UNLIKELY(ANY(large))) {
    Turns turns = turnsLarge(ax);
    turns.top += (U)(ulong)(shift * 0x1p63);
    const F angle = angleOf(shiftLeft(turns, 1), 1.0, ax).hi;
    r = large ? angle : r;
    odd = large ? ((turns.top + ((U)1 << 62)) >> 63) << 63 : odd;
  }
  const F w = r * r;
  return flipSign(MA(r * w, POLY_SIN_TURN(w), r), odd);
}

// Of a remainder.
HELPER F sinReduced(DoubleAngle a) {
  const F w = a.r * a.r;
  return a.r + MA(a.r * w, POLY_SIN_DOUBLE(w), a.low);
}
HELPER F cosReduced(DoubleAngle a) {
  const F w = a.r * a.r;
  return MA(w, MA(w, POLY_COS_DOUBLE(w), K(-0.5)), K(1));
}

// The sine of r + quadrant pi/2.
HELPER F sinOfQuadrant(DoubleAngle a) {
  const F s = sinReduced(a), c = cosReduced(a);
  const MASK odd = (a.quadrant & (U)1) != (U)0;
  return flipSign(odd ? c : s, a.quadrant >> 1 << 63);
}

HELPER DoubleAngle quarterTurn(DoubleAngle a) {
  a.quadrant += (U)1;
  return a;
}

HELPER F sinKernel(F x) {
  if (__mux_has_fma(64))
    return flipSign(sinTurn(absolute(x), 0.0), signOf(x));
  return flipSign(sinOfQuadrant(reduce(x)), signOf(x));
}
HELPER F cosKernel(F x) {
  if (__mux_has_fma(64))
    return sinTurn(absolute(x), 0.5);
  return sinOfQuadrant(quarterTurn(reduce(x)));
}

// The tangent of r + quadrant pi/2, for r not 0 in odd quadrants: t, or -1/t corrected by the
// rounding error of t. The slope of the tangent is at most 2.
HELPER F tanOfQuadrant(DoubleAngle a) {
  const F w = a.r * a.r, tail = MA(a.r * w, POLY_TAN(w), MA(a.low, w, a.low));
  const F t = a.r + tail, rest = (a.r - t) + tail;
  const MASK odd = (a.quadrant & (U)1) != (U)0;
  const F q = (odd ? K(-1) : t) / (odd ? t : K(1));
  return MA(q * q, odd ? rest : K(0), q);
}

// The same with one quotient of polynomials, r (d + r^2 n) / d or the inverse. It costs less, but
// has errors of two units in the last place, and more without fused multiplication.
HELPER F tanQuotient(DoubleAngle a) {
  const F w = a.r * a.r, d = POLY_TAN_DENOMINATOR(w);
  const F t = MA(a.r, d, MA(a.low, d, a.r * w * POLY_TAN_NUMERATOR(w)));
  const MASK odd = (a.quadrant & (U)1) != (U)0;
  return (odd ? -d : t) / (odd ? t : d);
}

HELPER F tanKernel(F x) {
  const DoubleAngle a = reduce(x);
  const F y = __mux_has_fma(64) ? tanQuotient(a) : tanOfQuadrant(a);
  return flipSign(y, signOf(x));
}

HELPER F sincosKernel(F x, F *cosine) {
  const DoubleAngle a = reduce(x);
  const F s = sinReduced(a), c = cosReduced(a);
  const MASK odd = (a.quadrant & (U)1) != (U)0;
  *cosine = flipSign(odd ? s : c, (a.quadrant + (U)1) >> 1 << 63);
  return flipSign(odd ? c : s, (a.quadrant >> 1 << 63) ^ signOf(x));
}

// sinpi(n) is +0 for positive and -0 for negative n.
HELPER F sinpiKernel(F x) {
  const F ax = absolute(x);
  const F y = unlessTiny(ax, ax * K(0x1.921fb54442d18p+1), sinOfQuadrant(reduceHalfTurns(ax)));
  return flipSign(y == K(0) ? K(0) : y, signOf(x));
}

// cospi(n + 1/2) is +0.
HELPER F cospiKernel(F x) {
  return sinOfQuadrant(quarterTurn(reduceHalfTurns(absolute(x)))) + K(0);
}

// tanpi(n) is a zero with the sign of n for even n, of -n for odd n; tanpi(n + 1/2) is +infinity for even
// and -infinity for odd n.
HELPER F tanpiKernel(F x) {
  const F ax = absolute(x);
  const DoubleAngle a = reduceHalfTurns(ax);
  const MASK odd = (a.quadrant & (U)1) != (U)0;
  const F y = unlessTiny(ax, ax * K(0x1.921fb54442d18p+1), tanOfQuadrant(a));
  const F exact = flipSign(odd ? K(INFINITY) : K(0), a.quadrant >> 1 << 63);
  return flipSign(a.r == K(0) ? exact : y, signOf(x));
}
