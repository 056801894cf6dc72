// Inverse trigonometric functions of float and double, for all widths. Each is base + (t + tail).
// The base is a multiple of pi/2: in two parts, or exact in the functions with results in half
// turns. t + tail is the arc tangent or arc sine of t, from a polynomial for |t| <= 1 or |t| <=
// 1/2.

#ifdef FLOAT
#define HALF_PI 0x1.921fb6p+0f
#define HALF_PI_LOW -0x1.777a5cp-25f
#define INVERSE_PI 0x1.45f306p-2f
#define INVERSE_PI_LOW 0x1.b9391p-27f
#define POLY_OF_ATAN POLY_FLOAT_ATAN
#define POLY_OF_ASIN POLY_FLOAT_ASIN
#define PAIR FloatPair
#define EXACT_PRODUCT productFloat
#else
#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54
#define INVERSE_PI 0x1.45f306dc9c883p-2
#define INVERSE_PI_LOW -0x1.6b01ec5417056p-56
#define POLY_OF_ATAN POLY_ATAN
#define POLY_OF_ASIN POLY_ASIN_DOUBLE
#define PAIR Pair
#define EXACT_PRODUCT twoProduct
#endif

#define Arc PASTE(PASTE(Arc, E), N)
typedef struct {
  F base, t, tail;
} Arc;

// base * pi/2 + t + tail, and the same by pi.
HELPER F arcOf(Arc a) {
  return MA(a.base, K(HALF_PI), a.t + MA(a.base, K(HALF_PI_LOW), a.tail));
}
HELPER F turnsOf(Arc a) {
  const F low = MA(a.t, K(INVERSE_PI_LOW), a.tail * K(INVERSE_PI));
  if (__mux_has_fma(sizeof(E) * 8))
    return MA(a.base, K(0.5f), MA(a.t, K(INVERSE_PI), low));
  const PAIR p = EXACT_PRODUCT(a.t, K(INVERSE_PI));
  return MA(a.base, K(0.5f), p.hi + unlessTiny(a.t, K(0), p.lo + low));
}

HELPER Arc arc(F base, F t, F w, F polynomial) {
  Arc r;
  r.base = base;
  r.t = t;
  r.tail = t * w * polynomial;
  return r;
}

// Of |x|; infinities give pi/2.
HELPER Arc atanArc(F x) {
  const F ax = absolute(x), one = K(1);
  const MASK big = ax > one;
  const F t = (big ? K(-1) : ax) / (big ? ax : one), w = t * t;
  return arc(big ? one : K(0), t, w, POLY_OF_ATAN(w));
}

// Of |y| and x, with the exact cases of C99 F.9.1.4. A quotient in denormal numbers is rounded
// once.
HELPER Arc atan2Arc(F y, F x) {
  const F ax = absolute(x), ay = absolute(y);
  const MASK steep = ay > ax, left = AS_I(x) < (I)0;
  const F small = steep ? ax : ay, large = steep ? ay : ax, same = large == K(0) ? large : K(1);
  const F q = small == large ? same : small / large, w = q * q;
  const F outer = left ? K(2) : K(0);
  return arc(steep ? K(1) : outer, steep == left ? q : -q, w, POLY_OF_ATAN(w));
}

// Of |x|: up to 1/2 by the polynomial, above as pi/2 - 2 asin(sqrt((1 - |x|) / 2)); NaN above 1.
HELPER Arc asinArc(F x) {
  const F ax = absolute(x);
  const MASK upper = ax > K(0.5f);
  const F w = upper ? K(0.5f) - K(0.5f) * ax : ax * ax;
  const F t = upper ? K(-2) * __builtin_elementwise_sqrt(w) : ax;
  return arc(upper ? K(1) : K(0), t, w, POLY_OF_ASIN(w));
}

HELPER Arc acosArc(F x) {
  const F ax = absolute(x);
  const MASK upper = ax > K(0.5f), left = AS_I(x) < (I)0;
  const F w = upper ? K(0.5f) - K(0.5f) * ax : ax * ax;
  const F t = upper ? K(2) * __builtin_elementwise_sqrt(w) : -ax;
  const F outer = left ? K(2) : K(0);
  return arc(upper ? outer : K(1), left ? -t : t, w, POLY_OF_ASIN(w));
}

HELPER F withSignOf(F x, F y) { return __builtin_elementwise_copysign(y, x); }

HELPER F acosKernel(F x) { return arcOf(acosArc(x)); }
HELPER F acospiKernel(F x) { return turnsOf(acosArc(x)); }
HELPER F asinKernel(F x) { return withSignOf(x, arcOf(asinArc(x))); }
HELPER F asinpiKernel(F x) { return withSignOf(x, turnsOf(asinArc(x))); }
HELPER F atanKernel(F x) { return withSignOf(x, arcOf(atanArc(x))); }
HELPER F atanpiKernel(F x) { return withSignOf(x, turnsOf(atanArc(x))); }
HELPER F atan2Kernel(F y, F x) { return withSignOf(y, arcOf(atan2Arc(y, x))); }
HELPER F atan2piKernel(F y, F x) { return withSignOf(y, turnsOf(atan2Arc(y, x))); }

#undef HALF_PI
#undef HALF_PI_LOW
#undef INVERSE_PI
#undef INVERSE_PI_LOW
#undef POLY_OF_ATAN
#undef POLY_OF_ASIN
#undef PAIR
#undef EXACT_PRODUCT
