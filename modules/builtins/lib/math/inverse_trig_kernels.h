// Inverse trigonometric functions in double.

#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54
#define ONE_OVER_PI 0x1.45f306dc9c883p-2

// atan(small / large) for 0 <= small <= large, large > 0: above tan(pi/8) through
// pi/4 + atan((small - large) / (small + large)).
HELPER F atanRatio(F small, F large) {
  const MASK upper = small > large * K(0.4142135623730950488);
  const F t = (upper ? small - large : small) / (upper ? small + large : large);
  const F w = t * t, tail = t * w * POLY_ATAN_DOUBLE(w);
  return upper ? K(0.5 * HALF_PI) + (K(0.5 * HALF_PI_LOW) + tail + t) : t + tail;
}

HELPER F atanKernel(F x) {
  const F ax = absolute(x), one = K(1);
  const MASK big = ax > one;
  const F ratio = atanRatio(big ? one : ax, big ? ax : one);
  const F y = big ? K(HALF_PI) - (ratio - K(HALF_PI_LOW)) : ratio;
  return x != x ? x : __builtin_elementwise_copysign(y, x);
}

// atan2 with the exact cases of C99 F.9.1.4. Large and small operands are scaled so that
// neither their sum overflows nor their quotient loses bits before the last rounding.
HELPER F atan2Kernel(F y, F x) {
  const F ax0 = absolute(x), ay0 = absolute(y), one = K(1), zero = K(0), infinite = K(INFINITY);
  const MASK bothInfinite = (ax0 == infinite) & (ay0 == infinite);
  const MASK bothZero = (ax0 == zero) & (ay0 == zero);
  const F largest = ax0 > ay0 ? ax0 : ay0;
  const F scale = largest > K(0x1p1000) ? K(0x1p-100) : largest < K(0x1p-900) ? K(0x1p100) : one;
  const F ax = bothInfinite ? one : bothZero ? one : ax0 * scale;
  const F ay = bothInfinite ? one : bothZero ? zero : ay0 * scale;
  const MASK steep = ay > ax;
  const F ratio = atanRatio(steep ? ax : ay, steep ? ay : ax);
  F r = steep ? K(HALF_PI) - (ratio - K(HALF_PI_LOW)) : ratio;
  r = AS_I(x) < (I)0 ? K(2 * HALF_PI) - (r - K(2 * HALF_PI_LOW)) : r;
  return (x != x) | (y != y) ? x + y : __builtin_elementwise_copysign(r, y);
}

// asin for |x| <= 1/2 as a polynomial, beyond through pi/2 - 2 asin(sqrt((1 - x) / 2)).
HELPER F asinKernel(F x) {
  const F ax = absolute(x);
  const MASK upper = ax > K(0.5);
  const F w = upper ? K(0.5) * (K(1) - ax) : x * x;
  const F t = upper ? __builtin_elementwise_sqrt(w) : ax;
  const F s = t + t * w * POLY_ASIN_DOUBLE(w);
  const F y = upper ? K(HALF_PI) - (K(2) * s - K(HALF_PI_LOW)) : s;
  return ax <= K(1) ? __builtin_elementwise_copysign(y, x) : K(NAN);
}

HELPER F acosKernel(F x) {
  const F ax = absolute(x);
  const MASK upper = ax > K(0.5);
  const F w = upper ? K(0.5) * (K(1) - ax) : x * x;
  const F t = upper ? __builtin_elementwise_sqrt(w) : x;
  const F s = t + t * w * POLY_ASIN_DOUBLE(w);
  const F outer = x > K(0) ? K(2) * s : K(2 * HALF_PI) - (K(2) * s - K(2 * HALF_PI_LOW));
  const F y = upper ? outer : K(HALF_PI) - (s - K(HALF_PI_LOW));
  return ax <= K(1) ? y : K(NAN);
}
