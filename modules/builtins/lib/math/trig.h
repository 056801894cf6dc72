// Included first by the units of trigonometric functions: adds their kernels to math.h.
#pragma once
#include "math/math.h"

// 2/pi, the first 1280 bits after the point.
__constant static const ulong twoOverPi[20] = {
    0xa2f9836e4e441529UL, 0xfc2757d1f534ddc0UL, 0xdb6295993c439041UL, 0xfe5163abdebbc561UL,
    0xb7246e3a424dd2e0UL, 0x06492eea09d1921cUL, 0xfe1deb1cb129a73eUL, 0xe88235f52ebb4484UL,
    0xe99c7026b45f7e41UL, 0x3991d639835339f4UL, 0x9c845f8bbdf9283bUL, 0x1ff897ffde05980fUL,
    0xef2f118b5a0a6d1fUL, 0x6d367ecf27cb09b7UL, 0x4f463f669e5fea2dUL, 0x7527bac7ebe5f17bUL,
    0x3d0739f78a5292eaUL, 0x6bfb5fb11f8d5d08UL, 0x56033046fc7b6babUL, 0xf0cfbc209af4361dUL,
};

typedef struct {
  double hi, lo;
  long quadrant;
} Reduced1;

HELPER ulong highProduct(ulong x, ulong y) {
  const ulong x0 = x & 0xffffffffUL, x1 = x >> 32, y0 = y & 0xffffffffUL, y1 = y >> 32;
  const ulong m = x1 * y0 + ((x0 * y0) >> 32);
  const ulong l = x0 * y1 + (m & 0xffffffffUL);
  return x1 * y1 + (m >> 32) + (l >> 32);
}

// Payne and Hanek: x = m * 2^e with a 53-bit integer m. Of m * 2/pi * 2^e only the value
// modulo 4 matters, so the bits of 2/pi whose product is a multiple of 4 are left out; the 192
// bits after those give the quadrant, and a fraction that is good for the smallest remainder
// that a double can have (about 2^-62). Infinity and NaN give NaN.
SHARED Reduced1 reduceLarge(double x) {
  const ulong bits = as_ulong(x);
  const int exponent = (int)((bits >> 52) & 0x7ff) - 1075;
  Reduced1 r = {NAN, NAN, 0};
  if (exponent == 0x7ff - 1075)
    return r;
  const ulong m = (bits & 0xfffffffffffffUL) | 0x10000000000000UL;
  // The window of 192 bits starts where a bit, times 2^e, weighs 2: the product's top two bits
  // are the quadrant. Bits before the point of 2/pi are zero.
  const int start = exponent - 2;
  ulong window[3];
  for (int i = 0; i < 3; ++i) {
    const int position = start + 64 * i;
    const int word = position >> 6, shift = position & 63;
    const ulong first = word < 0 ? 0 : twoOverPi[word];
    const ulong second = word + 1 < 0 ? 0 : twoOverPi[word + 1];
    window[i] = shift == 0 ? first : (first << shift) | (second >> (64 - shift));
  }
  // m * window modulo 2^192, the upper two words.
  const ulong high2 = highProduct(m, window[2]);
  const ulong low1 = m * window[1];
  const ulong middle = low1 + high2;
  const ulong top = m * window[0] + highProduct(m, window[1]) + (middle < low1 ? 1 : 0);

  const ulong last = m * window[2];
  ulong f1 = (top << 2) | (middle >> 62), f0 = (middle << 2) | (last >> 62);
  long quadrant = (long)(top >> 62);
  const bool negative = (f1 >> 63) != 0;
  if (negative) {
    ++quadrant;
    f0 = 0 - f0;
    f1 = ~f1 + (f0 == 0 ? 1 : 0);
  }
  // The fraction, in units of 2^-128, as a double-double.
  const ulong zeros = f1 == 0 ? 64 : __builtin_elementwise_clzg(f1);
  if (zeros == 64) {
    f1 = f0;
    f0 = 0;
  } else if (zeros != 0) {
    f1 = (f1 << zeros) | (f0 >> (64 - zeros));
    f0 <<= zeros;
  }
  const double unit = as_double((1023UL - 64UL - zeros) << 52);
  const double hi = (double)(f1 & ~0x7ffUL) * unit;
  const double lo = (double)(((f1 & 0x7ffUL) << 53) | (f0 >> 11)) * unit * 0x1p-53;
  const Pair1 angle = times(pair(hi, lo), pair(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54));
  const bool flip = negative != (x < 0);
  r.hi = flip ? -angle.hi : angle.hi;
  r.lo = flip ? -angle.lo : angle.lo;
  r.quadrant = x < 0 ? -quadrant : quadrant;
  return r;
}

#define ONLY_DOUBLE
#define BODY "math/trig_kernels.h"
#include "widths.h"
#undef ONLY_DOUBLE
#undef BODY
