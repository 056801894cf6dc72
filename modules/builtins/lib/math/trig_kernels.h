// Argument reduction and kernels of the trigonometric functions, in double; included by
// trig.h for all widths.
//
// A reduced argument is a Pair r with |r| <= pi/4 (a little more after rounding) and a
// quadrant: x = r + quadrant * pi/2. Small arguments subtract n * pi/2 in four parts, of which
// the first three have 33 bits, so that their products with |n| < 2^20 are exact.

#define Reduced PASTE(Reduced, N)
#if !IS_SCALAR
typedef struct {
  F hi, lo;
  I quadrant;
} Reduced;
#endif

#define LARGE_ANGLE 0x1p20

HELPER Reduced reduceSmall(F x) {
  const F n = __builtin_elementwise_rint(x * K(0x1.45f306dc9c883p-1));
  const F r0 = x - n * K(0x1.921fb544p+0);
  const Pair a = twoSum(r0, -(n * K(0x1.0b4611a6p-34)));
  const Pair b = twoSum(a.hi, -(n * K(0x1.3198a2ep-69)));
  const Pair c = fastTwoSum(b.hi, a.lo + (b.lo - n * K(0x1.b839a252049c1p-104)));
  Reduced r;
  r.hi = c.hi;
  r.lo = c.lo;
  r.quadrant = TO_I(n);
  return r;
}

#if IS_SCALAR
HELPER Reduced withLargeLanes(F x, MASK large, Reduced r) { return large ? reduceLarge(x) : r; }
#else
HELPER Reduced withLargeLanes(F x, MASK large, Reduced r) {
  if (!ANY(large))
    return r;
  for (int i = 0; i < N; ++i) {
    if (!large[i])
      continue;
    const Reduced1 lane = reduceLarge(x[i]);
    r.hi[i] = lane.hi;
    r.lo[i] = lane.lo;
    r.quadrant[i] = lane.quadrant;
  }
  return r;
}
#endif

HELPER Reduced reduce(F x) {
  const MASK large = !(absolute(x) < K(LARGE_ANGLE));
  return withLargeLanes(x, large, reduceSmall(large ? K(0) : x));
}

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
  return (r.quadrant & (I)1) != (I)0 ? -c / s : s / c;
}

HELPER F sinKernel(F x) { return x == K(0) ? x : sinQuadrant(reduce(x), 0); }
HELPER F cosKernel(F x) { return sinQuadrant(reduce(x), 1); }
HELPER F tanKernel(F x) { return x == K(0) ? x : tanQuadrant(reduce(x)); }

// The argument pi * x, reduced exactly. Huge x are even integers.
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
