// Conversions between half, float and double for CPUs without the instructions.
//
// All work on bit patterns, so they do not depend on the rounding mode: they round to nearest even.
// NaNs become quiet and keep the top of their payload.

#include <stdint.h>

// The bit pattern of a float. memcpy is a move of registers here, never a call.
static uint32_t floatBits(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

// The float of a bit pattern.
static float floatFromBits(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

// The bit pattern of a double. math.c uses these helpers, too.
static uint64_t doubleBits(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

// The double of a bit pattern.
static double doubleFromBits(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

// The half of a bit pattern.
static _Float16 halfFromBits(uint16_t bits) {
  _Float16 value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

// Rounds a double, given by its bits, to half. Normal halves keep 10 fraction bits, so 42 are
// dropped; denormals drop more, down to 2 to the -24. The rest decides: above a tie or at an odd
// tie the kept bits grow by one. A float widens to a double exactly, so this serves both sources.
static _Float16 roundToHalf(uint64_t bits) {
  const uint16_t sign = (uint16_t)(bits >> 48) & 0x8000;
  const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  if (exponent == 1024) {  // infinity or a NaN, made quiet
    const uint16_t payload = fraction ? 0x200 | (uint16_t)(fraction >> 42) : 0;
    return halfFromBits(sign | 0x7c00 | payload);
  }
  if (exponent > 15) {
    return halfFromBits(sign | 0x7c00);
  }
  if (exponent < -25) {  // less than half of the least denormal
    return halfFromBits(sign);
  }
  const uint64_t significand = fraction | UINT64_C(1) << 52;
  const int shift = exponent < -14 ? 42 - 14 - exponent : 42;
  const uint64_t kept = significand >> shift;
  const uint64_t rest = significand & ((UINT64_C(1) << shift) - 1);
  const uint64_t tie = UINT64_C(1) << (shift - 1);
  const uint64_t rounded = kept + (rest > tie || (rest == tie && (kept & 1)));
  // A carry out of the fraction raises the exponent, up to infinity.
  const uint64_t base = exponent < -14 ? 0 : (uint64_t)(exponent + 14) << 10;
  return halfFromBits((uint16_t)(sign | (base + rounded)));
}

_Float16 __truncdfhf2(double value) {
  return roundToHalf(doubleBits(value));
}
// Exact widening first: the only rounding is roundToHalf's.
_Float16 __truncsfhf2(float value) {
  return roundToHalf(doubleBits((double)value));
}

// Exact for every half; each is a float.
float __extendhfsf2(_Float16 value) {
  uint16_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
  const uint32_t exponent = bits >> 10 & 0x1f;
  const uint32_t fraction = bits & 0x3ff;
  if (exponent == 0x1f) {
    const uint32_t quiet = fraction ? 0x400000 : 0;
    return floatFromBits(sign | 0x7f800000 | quiet | fraction << 13);
  }
  if (exponent == 0) {  // zero or a denormal: fraction times 2 to the -24
    const float magnitude = (float)fraction * 0x1p-24f;
    return floatFromBits(sign | floatBits(magnitude));
  }
  return floatFromBits(sign | (exponent + 112) << 23 | fraction << 13);
}

double __extendhfdf2(_Float16 value) {
  return (double)__extendhfsf2(value);
}
