// The remainder by long division of the significands, exact for all operands.
//
// With |x| = mx * 2^ex and |y| = my * 2^ey (integers mx, my), mx * 2^(ex - ey) mod my is taken
// several bits of the exponent difference at a time. The low bits of the quotient come along
// for remquo and the rounding of remainder.
#pragma once
#include "base.h"

typedef struct {
  ulong rest;      // in units of 2^exponent
  ulong quotient;  // modulo 2^64
  int exponent;
} Division;

// Splits finite bits into an integer and its exponent.
HELPER ulong significand(ulong bits, int fractionBits, int *exponent) {
  const int field = (int)(bits >> fractionBits);
  const ulong fraction = bits & ((1UL << fractionBits) - 1);
  *exponent = field == 0 ? 1 : field;
  return field == 0 ? fraction : fraction | (1UL << fractionBits);
}

// Of finite, non-negative bits; y is not zero. Where |x| < |y|, x is its own remainder.
HELPER Division divide(ulong x, ulong y, int fractionBits) {
  int ex, ey;
  ulong mx = significand(x, fractionBits, &ex), my = significand(y, fractionBits, &ey);
  Division d = {mx, 0, ex};
  if (ex < ey)
    return d;
  const int step = 63 - fractionBits;
  int left = ex - ey;
  d.quotient = mx / my;
  mx %= my;
  while (left > 0 && mx != 0) {
    const int bits = left < step ? left : step;
    mx <<= bits;
    d.quotient = (bits < 64 ? d.quotient << bits : 0) + mx / my;
    mx %= my;
    left -= bits;
  }
  // Without a rest, what is left only shifts the quotient.
  d.quotient = left < 64 ? d.quotient << left : 0;
  d.rest = mx;
  d.exponent = ey;
  return d;
}

// The bits of rest * 2^exponent, below 2^(fractionBits + 1).
HELPER ulong assemble(ulong rest, int exponent, int fractionBits) {
  if (rest == 0)
    return 0;
  int shift = fractionBits - (63 - (int)__builtin_elementwise_clzg(rest));
  shift = shift < exponent - 1 ? shift : exponent - 1;
  rest <<= shift;
  exponent -= shift;
  const ulong normal = rest + ((ulong)(exponent - 1) << fractionBits);
  return normal;
}

// Whether the rest is above half of y, or half of it with an odd quotient: then remainder()
// takes one y more.
HELPER bool roundsUp(Division d, ulong y, int fractionBits) {
  int ey;
  const ulong my = significand(y, fractionBits, &ey);
  // rest < y holds, so the exponents differ by one at most where it matters.
  if (d.exponent < ey - 1)
    return false;
  const ulong twice = d.exponent == ey ? d.rest << 1 : d.rest;
  return twice > my || (twice == my && (d.quotient & 1) != 0);
}
