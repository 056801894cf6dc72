// Floating-point operations for CPUs without the instructions: rounding to integers, remainders,
// and fused multiplication and addition.
//
// Round to nearest even is assumed; kernels run in this mode. No function sets exception flags on
// purpose. The bit helpers are half.c's. Results are exact or correctly rounded; the builtins'
// library (modules/builtins) has all other functions.

#include <stdint.h>

// Rounds to an integer. `adjust` gets the value and the value without its fraction, and returns the
// result. The sign is restored at the end, because -0.3 has to become -0.
static double roundDouble(double value, double (*adjust)(double value, double truncated)) {
  const int exponent = (int)(doubleBits(value) >> 52 & 0x7ff) - 1023;
  if (exponent >= 52) {
    return value + 0.0;  // an integer, infinity or NaN
  }
  const uint64_t sign = doubleBits(value) & UINT64_C(1) << 63;
  const uint64_t fraction = exponent < 0 ? UINT64_MAX >> 1 : UINT64_MAX >> (12 + exponent);
  const double truncated = doubleFromBits(doubleBits(value) & ~fraction);
  return doubleFromBits(doubleBits(adjust(value, truncated)) | sign);
}

// The adjustments: towards zero, down, up, and to the nearest with ties away or to even.
static double keep(double value, double truncated) {
  (void)value;
  return truncated;
}
static double down(double value, double truncated) {
  return value < truncated ? truncated - 1.0 : truncated;
}
static double up(double value, double truncated) {
  return value > truncated ? truncated + 1.0 : truncated;
}
static double awayFromZero(double value, double truncated) {
  const double rest = value - truncated;
  return rest >= 0.5 ? truncated + 1.0 : rest <= -0.5 ? truncated - 1.0 : truncated;
}
// The truncated value is odd if its half is no integer. It fits int64_t: from 2 to the 52 on there
// is no fraction, and roundDouble() returns earlier.
static double toEven(double value, double truncated) {
  const double rest = value - truncated;
  const int odd = truncated * 0.5 != (double)(int64_t)(truncated * 0.5);
  if (rest > 0.5 || (rest == 0.5 && odd)) {
    return truncated + 1.0;
  }
  return rest < -0.5 || (rest == -0.5 && odd) ? truncated - 1.0 : truncated;
}

double trunc(double value) {
  return roundDouble(value, keep);
}
double floor(double value) {
  return roundDouble(value, down);
}
double ceil(double value) {
  return roundDouble(value, up);
}
double round(double value) {
  return roundDouble(value, awayFromZero);
}
double roundeven(double value) {
  return roundDouble(value, toEven);
}
double rint(double value) {
  return roundDouble(value, toEven);
}
double nearbyint(double value) {
  return roundDouble(value, toEven);
}

// Floats: argument and result are exact as doubles.
float truncf(float value) {
  return (float)roundDouble(value, keep);
}
float floorf(float value) {
  return (float)roundDouble(value, down);
}
float ceilf(float value) {
  return (float)roundDouble(value, up);
}
float roundf(float value) {
  return (float)roundDouble(value, awayFromZero);
}
float roundevenf(float value) {
  return (float)roundDouble(value, toEven);
}
float rintf(float value) {
  return (float)roundDouble(value, toEven);
}
float nearbyintf(float value) {
  return (float)roundDouble(value, toEven);
}

// fmin and fmax return the other operand for a NaN, as IEEE 754-2008's minNum and maxNum do.
double fmin(double x, double y) {
  return y != y || x < y ? x : y;
}
double fmax(double x, double y) {
  return y != y || x > y ? x : y;
}
float fminf(float x, float y) {
  return y != y || x < y ? x : y;
}
float fmaxf(float x, float y) {
  return y != y || x > y ? x : y;
}

// Splits a finite positive double into a significand with bit 52 set and a power of two. Denormals
// are normalised, so callers need no second case.
static uint64_t split(uint64_t bits, int *exponent) {
  const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  *exponent = (int)(bits >> 52 & 0x7ff) - 1075;
  if (*exponent != -1075) {
    return fraction | UINT64_C(1) << 52;
  }
  const int shift = __builtin_clzll(fraction) - 11;
  *exponent = -1074 - shift;
  return fraction << shift;
}

// The reverse of split(), for any significand below 2 to the 53. Exact, or truncated below a
// denormal's last bit; callers round before, so the lost bits are zeros.
static double join(uint64_t significand, int exponent) {
  if (significand == 0) {
    return 0.0;
  }
  const int shift = __builtin_clzll(significand) - 11;
  if (exponent - shift >= -1074) {
    significand <<= shift;
    exponent -= shift;
    return doubleFromBits((significand & ((UINT64_C(1) << 52) - 1)) | (uint64_t)(exponent + 1075)
                                                                          << 52);
  }
  const int denormal = exponent + 1074;
  return doubleFromBits(denormal < 0 ? significand >> -denormal : significand << denormal);
}

// Long division, one bit of the quotient per round, at most 2046 rounds; exact. Infinite x, a NaN
// or a zero y give a NaN.
double fmod(double x, double y) {
  const uint64_t signBit = UINT64_C(1) << 63, infinity = UINT64_C(0x7ff) << 52;
  const uint64_t sign = doubleBits(x) & signBit;
  const uint64_t xBits = doubleBits(x) & ~signBit, yBits = doubleBits(y) & ~signBit;
  if (xBits >= infinity || yBits > infinity || yBits == 0) {
    return (x * y) / (x * y);
  }
  if (xBits < yBits) {
    return x;
  }
  int xExponent, yExponent;
  uint64_t rest = split(xBits, &xExponent);
  const uint64_t divisor = split(yBits, &yExponent);
  for (; xExponent > yExponent; --xExponent) {
    rest = (rest >= divisor ? rest - divisor : rest) << 1;
  }
  rest = rest >= divisor ? rest - divisor : rest;
  return doubleFromBits(doubleBits(join(rest, yExponent)) | sign);
}

float fmodf(float x, float y) {
  return (float)fmod(x, y);
}

// The product of two floats is exact as a double; the sum with c is rounded to odd: if it is
// inexact, its last bit becomes 1. So the second rounding, to float, sees the right side of a tie
// (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", IEEE TC 2008). `error` is
// the sum's exact rounding error (Knuth's TwoSum).
float fmaf(float a, float b, float c) {
  const double product = (double)a * b;
  const double sum = product + c;
  const uint64_t bits = doubleBits(sum);
  if ((bits >> 52 & 0x7ff) == 0x7ff || (bits & 1)) {
    return (float)sum;
  }
  const double part = sum - product;
  const double error = (product - (sum - part)) + ((double)c - part);
  if (error == 0.0) {
    return (float)sum;
  }
  return (float)doubleFromBits((error > 0.0) == (sum > 0.0) ? bits + 1 : bits - 1);
}

// Fused multiplication and addition of doubles, in 128-bit integers. The 32-bit targets have the
// instruction.
#ifdef __SIZEOF_INT128__

typedef unsigned __int128 wide;

// Shifts right; lost bits are or-ed into the lowest one ("sticky"), for the rounding to come.
static wide shiftSticky(wide value, int count) {
  if (count <= 0) {
    return value;
  }
  if (count > 127) {
    return value != 0;
  }
  return value >> count | ((value & (((wide)1 << count) - 1)) != 0);
}

// Zeros above the highest set bit. `value` is not 0.
static int leadingZeros(wide value) {
  const uint64_t high = (uint64_t)(value >> 64);
  return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)value);
}

// Rounds value times 2 to the exponent to nearest even. `value` is not 0; its lowest bit may be
// sticky. Overflow gives infinity, underflow a denormal or 0.
static double roundWide(wide value, int exponent) {
  const int shift = leadingZeros(value);
  value <<= shift;
  exponent -= shift;
  // The leading bit has the weight 127 + exponent; 53 bits are kept, fewer for denormals.
  int dropped = 75;
  if (exponent + dropped < -1074) {
    dropped = -1074 - exponent;
  }
  if (dropped > 128) {
    return 0.0;
  }
  const wide kept = dropped == 128 ? 0 : value >> dropped;
  const wide rest = dropped == 128 ? value : value & (((wide)1 << dropped) - 1);
  const wide tie = (wide)1 << (dropped - 1);
  const uint64_t rounded = (uint64_t)kept + (rest > tie || (rest == tie && ((uint64_t)kept & 1)));
  const int result = exponent + dropped;
  const int carry = (int)(rounded >> 53);
  if (result + carry + 52 > 1023) {
    return doubleFromBits(UINT64_C(0x7ff) << 52);
  }
  return join(rounded >> carry, result + carry);
}

// Adds c, finite and not 0, to an exact product of 106 bits. Both get their leading bit at place
// 125 or 126, so the sum fits; the smaller one is shifted to the larger one's exponent.
static double addToProduct(wide product, int productExponent, int productNegative, double c) {
  int cExponent;
  const uint64_t signBit = UINT64_C(1) << 63;
  const int cNegative = (doubleBits(c) & signBit) != 0;
  wide addend = (wide)split(doubleBits(c) & ~signBit, &cExponent) << 73;
  cExponent -= 73;
  const int up = leadingZeros(product) - 1;
  product <<= up;
  productExponent -= up;
  int exponent = productExponent;
  if (cExponent > exponent) {
    product = shiftSticky(product, cExponent - exponent);
    exponent = cExponent;
  } else {
    addend = shiftSticky(addend, exponent - cExponent);
  }
  int negative = productNegative;
  wide sum = product + addend;
  if (productNegative != cNegative) {
    negative = product >= addend ? productNegative : cNegative;
    sum = product >= addend ? product - addend : addend - product;
    if (sum == 0) {
      return 0.0;
    }
  }
  const double magnitude = roundWide(sum, exponent);
  return negative ? -magnitude : magnitude;
}

// Correctly rounded once. Special values take the CPU's own operations; a finite product is exact
// in 106 bits.
double fma(double a, double b, double c) {
  const uint64_t signBit = UINT64_C(1) << 63, infinity = UINT64_C(0x7ff) << 52;
  const uint64_t aBits = doubleBits(a) & ~signBit, bBits = doubleBits(b) & ~signBit;
  const uint64_t cBits = doubleBits(c) & ~signBit;
  if (aBits >= infinity || bBits >= infinity || aBits == 0 || bBits == 0) {
    return a * b + c;
  }
  if (cBits >= infinity) {
    return c + 0.0;
  }
  int aExponent, bExponent;
  const wide product = (wide)split(aBits, &aExponent) * split(bBits, &bExponent);
  const int negative = ((doubleBits(a) ^ doubleBits(b)) & signBit) != 0;
  if (cBits == 0) {
    const double magnitude = roundWide(product, aExponent + bExponent);
    return negative ? -magnitude : magnitude;
  }
  return addToProduct(product, aExponent + bExponent, negative, c);
}

#endif
