// Argument reduction and kernels of the trigonometric functions, in double; included by
// trig.h for all widths.
//
// tan and sincos use a remainder of pi/2 in a Pair r with |r| <= pi/4 (a little more after
// rounding) and a quadrant: x = r + quadrant * pi/2. sin and cos alone use one of pi, in one
// double, as one polynomial over [-pi/2, pi/2] costs less than two over half of that.

#define Reduced PASTE(Reduced, N)
typedef struct {
  F hi, lo;
  I quadrant;
} Reduced;

#define LARGE_ANGLE 0x1p20
// x + ROUNDER64 - ROUNDER64 is rint(x) for |x| < 2^51; the low bits are those of the integer.
#define ROUNDER64 0x1.8p52

// x - n * unit * pi for |n| < 2^20 of which 2n is an integer. Without fma, of the four parts of pi
// the first three have 33 bits, so that their products are exact.
HELPER Pair subtractPi(F x, F n, E unit) {
  if (__mux_has_fma(64)) {
    const F r0 = MA(n, K(-unit * 0x1.921fb54442d18p+1), x), c = K(-unit * 0x1.1a62633145c07p-53);
    const F r1 = MA(n, c, r0);
    return fastTwoSum(r1, MA(n, K(unit * 0x1.f1976b7ed8fbcp-109), MA(n, c, r0 - r1)));
  }
  const F r0 = x - n * K(unit * 0x1.921fb544p+1);
  const Pair a = twoSum(r0, -(n * K(unit * 0x1.0b4611a6p-33)));
  const Pair b = twoSum(a.hi, -(n * K(unit * 0x1.3198a2ep-68)));
  return fastTwoSum(b.hi, a.lo + (b.lo - n * K(unit * 0x1.b839a252049c1p-103)));
}

HELPER Reduced reduce(F x) {
  const F ax = absolute(x);
  const F t = MA(ax, K(0x1.45f306dc9c883p-1), K(ROUNDER64));
  const Pair p = subtractPi(ax, t - K(ROUNDER64), 0.5);
  const MASK large = !(ax < K(LARGE_ANGLE));
  Reduced r;
  r.hi = p.hi;
  r.lo = p.lo;
  r.quadrant = AS_I(t);
  if (ANY(large)) {
    const Turns turns = turnsLarge(ax);
    const Pair angle = angleOf(shiftLeft(turns, 2), 0.5, ax);
    r.hi = large ? angle.hi : r.hi;
    r.lo = large ? angle.lo : r.lo;
    r.quadrant = large ? AS_I((U)((turns.top + ((U)1 << 61)) >> 62)) : r.quadrant;
  }
  return r;
}

HELPER U signOf(F x) { return AS_U(x) & ((U)1 << 63); }
HELPER F flipSign(F x, U sign) { return AS_F((U)(AS_U(x) ^ sign)); }

// sin(x + shift * pi) but for the sign of x, for shift 0 or 1/2 and x >= 0.
HELPER F sinTurn(F ax, E shift) {
  const F t = MA(ax, K(0x1.45f306dc9c883p-2), K(shift)) + K(ROUNDER64);
  F r = subtractPi(ax, (t - K(ROUNDER64)) - K(shift), 1.0).hi;
  U odd = AS_U(t) << 63;
  const MASK large = !(ax < K(LARGE_ANGLE));
  if (ANY(large)) {
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

// sin(hi + lo) and cos(hi + lo) for |hi| <= pi/4, below one unit in the last place.
HELPER F sinReduced(F hi, F lo) {
  const F w = hi * hi;
  return hi + (hi * w * POLY_SIN_DOUBLE(w) + lo * (K(1) - K(0.5) * w));
}

HELPER F cosReduced(F hi, F lo) {
  const F w = hi * hi, half_ = K(0.5) * w, top = K(1) - half_;
  return top + (((K(1) - top) - half_) + (w * w * POLY_COS_DOUBLE(w) - hi * lo));
}

// The sine (phase 0) or cosine (phase 1) of a reduced argument.
HELPER F sinQuadrant(Reduced r, E phase) {
  const I quadrant = r.quadrant + (I)(long)phase;
  const F s = sinReduced(r.hi, r.lo), c = cosReduced(r.hi, r.lo);
  const F y = (quadrant & (I)1) != (I)0 ? c : s;
  return (quadrant & (I)2) != (I)0 ? -y : y;
}

HELPER F tanQuadrant(Reduced r) {
  const F s = sinReduced(r.hi, r.lo), c = cosReduced(r.hi, r.lo);
  const MASK odd = (r.quadrant & (I)1) != (I)0;
  return flipSign((odd ? c : s) / (odd ? s : c), AS_U(r.quadrant) << 63);
}

HELPER F tanKernel(F x) { return flipSign(tanQuadrant(reduce(x)), signOf(x)); }

HELPER F sincosKernel(F x, F *cosine) {
  const Reduced r = reduce(x);
  const F s = sinReduced(r.hi, r.lo), c = cosReduced(r.hi, r.lo);
  const U quadrant = AS_U(r.quadrant);
  const MASK odd = (quadrant & (U)1) != (U)0;
  *cosine = flipSign(odd ? s : c, (quadrant + (U)1) >> 1 << 63);
  return flipSign(odd ? c : s, (quadrant >> 1 << 63) ^ signOf(x));
}

// The argument pi * |x|, reduced exactly. Huge x are even integers.
HELPER Reduced reducePi(F x) {
  const F ax = absolute(x);
  // The integer part modulo 2 is what matters.
  const F twice = ax - K(2) * __builtin_elementwise_floor(ax * K(0.5));
  const F n = __builtin_elementwise_rint(twice * K(2));
  const Pair p = times(pair(twice - n * K(0.5), K(0)),
                       pair(K(0x1.921fb54442d18p+1), K(0x1.1a62633145c07p-53)));
  Reduced r;
  r.hi = p.hi;
  r.lo = p.lo;
  r.quadrant = TO_I(n);
  return r;
}

HELPER F sinpiKernel(F x) {
  const F y = sinQuadrant(reducePi(x), 0);
  // sinpi(n) is +0 for positive and -0 for negative n.
  const F signedY = x < K(0) ? -y : y;
  const MASK whole = __builtin_elementwise_trunc(x) == x;
  const F r = whole ? __builtin_elementwise_copysign(K(0), x) : signedY;
  return absolute(x) < K(INFINITY) ? r : K(NAN);
}

HELPER F cospiKernel(F x) { return sinQuadrant(reducePi(x), 1) + K(0); }

// tanpi(n) is a zero with the sign of n for even n, of -n for odd n; tanpi(n + 1/2) is
// +infinity for even and -infinity for odd n.
HELPER F tanpiKernel(F x) {
  const Reduced r = reducePi(x);
  const F y = tanQuadrant(r);
  const F signedY = x < K(0) ? -y : y;
  const F ax = absolute(x), whole = __builtin_elementwise_floor(ax);
  const MASK oddWhole = whole != K(2) * __builtin_elementwise_floor(ax * K(0.5));
  const MASK oddFloor = __builtin_elementwise_floor(x) !=
                        K(2) * __builtin_elementwise_floor(x * K(0.5));
  const F zero = __builtin_elementwise_copysign(K(0), oddWhole ? -x : x);
  const F pole = oddFloor ? K(-INFINITY) : K(INFINITY);
  return !(ax < K(INFINITY)) ? K(NAN) : whole == ax ? zero : ax - whole == K(0.5) ? pole : signedY;
}
