// Argument reduction and kernels of the trigonometric functions, in double; included by
// trig.h for all widths.
//
// tan and sincos use a remainder r of pi/2 with |r| <= pi/4 (a little more after rounding) and a
// quadrant: x = r + quadrant * pi/2. sin and cos alone use one of pi, as one polynomial over
// [-pi/2, pi/2] costs less than two over half of that.

#define LARGE_ANGLE 0x1p20
// x + ROUNDER64 - ROUNDER64 is rint(x) for |x| < 2^51; the low bits are those of the integer.
#define ROUNDER64 0x1.8p52

// x - n * unit * pi for |n| < 2^20 of which 2n is an integer. With fma the first difference is exact.
// Without it, of the four parts of pi the first three have 33 bits, so that their products are exact.
HELPER F subtractPi(F x, F n, E unit) {
  if (__mux_has_fma(64)) {
    const F r = MA(n, K(-unit * 0x1.921fb54442d18p+1), x);
    return MA(n, K(unit * 0x1.f1976b7ed8fbcp-109), MA(n, K(-unit * 0x1.1a62633145c07p-53), r));
  }
  const F r0 = x - n * K(unit * 0x1.921fb544p+1);
  const Pair a = twoSum(r0, -(n * K(unit * 0x1.0b4611a6p-33)));
  const Pair b = twoSum(a.hi, -(n * K(unit * 0x1.3198a2ep-68)));
  return b.hi + (a.lo + (b.lo - n * K(unit * 0x1.b839a252049c1p-103)));
}

#define DoubleAngle PASTE(DoubleAngle, N)
typedef struct {
  F r;
  U quadrant;
} DoubleAngle;

HELPER DoubleAngle reduce(F x) {
  const F ax = absolute(x);
  const F t = MA(ax, K(0x1.45f306dc9c883p-1), K(ROUNDER64));
  const MASK large = !(ax < K(LARGE_ANGLE));
  DoubleAngle a;
  a.r = subtractPi(ax, t - K(ROUNDER64), 0.5);
  a.quadrant = AS_U(t);
  if (SELDOM(ANY(large))) {
    const Turns turns = turnsLarge(ax);
    const F r = angleOf(shiftLeft(turns, 2), 0.5, ax).hi;
    a.r = large ? r : a.r;
    a.quadrant = large ? (turns.top + ((U)1 << 61)) >> 62 : a.quadrant;
  }
  return a;
}

HELPER U signOf(F x) { return AS_U(x) & ((U)1 << 63); }
HELPER F flipSign(F x, U sign) { return AS_F((U)(AS_U(x) ^ sign)); }

// sin(x + shift * pi) but for the sign of x, for shift 0 or 1/2 and x >= 0.
HELPER F sinTurn(F ax, E shift) {
  const F t = MA(ax, K(0x1.45f306dc9c883p-2), K(shift)) + K(ROUNDER64);
  F r = subtractPi(ax, (t - K(ROUNDER64)) - K(shift), 1.0);
  U odd = AS_U(t) << 63;
  const MASK large = !(ax < K(LARGE_ANGLE));
  if (SELDOM(ANY(large))) {
    Turns turns = turnsLarge(ax);
    turns.top += (U)(ulong)(shift * 0x1p63);
    const F angle = angleOf(shiftLeft(turns, 1), 1.0, ax).hi;
    r = large ? angle : r;
    odd = large ? ((turns.top + ((U)1 << 62)) >> 63) << 63 : odd;
  }
  const F w = r * r;
  return flipSign(MA(r * w, POLY_SIN_TURN(w), r), odd);
}

HELPER F sinKernel(F x) { return flipSign(sinTurn(absolute(x), 0.0), signOf(x)); }
HELPER F cosKernel(F x) { return sinTurn(absolute(x), 0.5); }

// Of a remainder.
HELPER F sinReduced(F r) {
  const F w = r * r;
  return MA(r * w, POLY_SIN_DOUBLE(w), r);
}
HELPER F cosReduced(F r) {
  const F w = r * r;
  return MA(w, MA(w, POLY_COS_DOUBLE(w), K(-0.5)), K(1));
}

HELPER F tanKernel(F x) {
  const DoubleAngle a = reduce(x);
  const F s = sinReduced(a.r), c = cosReduced(a.r);
  const MASK odd = (a.quadrant & (U)1) != (U)0;
  return flipSign((odd ? c : s) / (odd ? s : c), (a.quadrant << 63) ^ signOf(x));
}

HELPER F sincosKernel(F x, F *cosine) {
  const DoubleAngle a = reduce(x);
  const F s = sinReduced(a.r), c = cosReduced(a.r);
  const MASK odd = (a.quadrant & (U)1) != (U)0;
  *cosine = flipSign(odd ? s : c, (a.quadrant + (U)1) >> 1 << 63);
  return flipSign(odd ? c : s, (a.quadrant >> 1 << 63) ^ signOf(x));
}

// sin(pi r), |r| <= 1/2
HELPER F sinOfTurn(F r) {
  const F w = r * r;
  return MA(r, K(0x1.921fb54442d18p+1), MA(r * w, POLY_SINPI(w), r * K(0x1.1a62633145c07p-53)));
}

// sin(pi (|x| + shift)) without its sign, and the parity of the integer nearest to |x| + shift,
// in bit 63. Remainders are exact; large x are even integers.
HELPER F sinPiDouble(F ax, E shift, U *odd) {
  const F rest = ax - K(2) * __builtin_elementwise_floor(ax * K(0.5));
  const F n = __builtin_elementwise_rint(rest + K(shift)), r = rest - (n - K(shift));
  *odd = AS_U(n + K(ROUNDER64)) << 63;
  return sinOfTurn(r);
}

// sinpi(n) is +0 for positive and -0 for negative n.
HELPER F sinpiKernel(F x) {
  U odd;
  const F y = sinPiDouble(absolute(x), 0.0, &odd);
  return flipSign(y, (y == K(0) ? (U)0 : odd) ^ signOf(x));
}

// cospi(n + 1/2) is +0.
HELPER F cospiKernel(F x) {
  U odd;
  const F y = sinPiDouble(absolute(x), 0.5, &odd);
  return flipSign(y, odd) + K(0);
}

// x = n/2 + r, |r| <= 1/4, exactly. tanpi(n) is a zero with the sign of n for even n, of -n for odd n;
// tanpi(n + 1/2) is +infinity for even and -infinity for odd n.
HELPER F tanpiKernel(F x) {
  const F ax = absolute(x), whole = __builtin_elementwise_floor(ax), rest = ax - whole;
  const MASK second = absolute(rest - K(0.5)) <= K(0.25);
  const F far = rest > K(0.5) ? rest - K(1) : rest, r = second ? rest - K(0.5) : far, w = r * r;
  const F s = sinOfTurn(r), c = MA(w, POLY_COSPI(w), K(1));
  const F y = (second ? c : s) / (second ? s : c);
  const MASK odd = whole != K(2) * __builtin_elementwise_floor(ax * K(0.5));
  const U one = (U)1 << 63, flipped = second ? one : (U)0, exact = odd ? one : (U)0;
  return flipSign(y, (r == K(0) ? exact : flipped) ^ signOf(x));
}
