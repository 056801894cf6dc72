// 64-bit integers on CPUs with 32-bit registers: division, and conversions from and to floating
// point.
//
// No operation here may itself become a call of one of these functions, or it would recurse for
// ever. So 64-bit divisions and conversions are avoided; shifts, additions and 32-bit conversions
// are safe. KILN_TEST_WORD32 compiles the file for a 64-bit host, for tests.

#include <stdint.h>

#if UINTPTR_MAX == UINT32_MAX || defined(KILN_TEST_WORD32)

// Restoring division, one bit of the quotient per round: shift the rest, subtract the divisor if it
// fits. Zeros at the top of the dividend are skipped. Two 32-bit values use the CPU's instruction.
// `divisor` is not 0 in a defined program; 0 gives all ones, without a trap.
static uint64_t divide64(uint64_t dividend, uint64_t divisor, uint64_t *remainder) {
  if (dividend >> 32 == 0 && divisor >> 32 == 0) {
    *remainder = (uint32_t)dividend % (uint32_t)divisor;
    return (uint32_t)dividend / (uint32_t)divisor;
  }
  uint64_t quotient = 0, rest = 0;
  for (int bit = 63 - __builtin_clzll(dividend | 1); bit >= 0; --bit) {
    const int carry = (int)(rest >> 63);
    rest = rest << 1 | (dividend >> bit & 1);
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= UINT64_C(1) << bit;
    }
  }
  *remainder = rest;
  return quotient;
}

// The absolute value; 2 to the 63 for the least integer.
static uint64_t magnitude64(int64_t value) {
  return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

uint64_t __udivdi3(uint64_t a, uint64_t b) {
  uint64_t remainder;
  return divide64(a, b, &remainder);
}

uint64_t __umoddi3(uint64_t a, uint64_t b) {
  uint64_t remainder;
  divide64(a, b, &remainder);
  return remainder;
}

// Rounds towards zero, as in C.
int64_t __divdi3(int64_t a, int64_t b) {
  uint64_t remainder;
  const uint64_t quotient = divide64(magnitude64(a), magnitude64(b), &remainder);
  return (int64_t)((a < 0) != (b < 0) ? -quotient : quotient);
}

// The remainder has the dividend's sign, as in C.
int64_t __moddi3(int64_t a, int64_t b) {
  uint64_t remainder;
  divide64(magnitude64(a), magnitude64(b), &remainder);
  return (int64_t)(a < 0 ? -remainder : remainder);
}

// Both halves are exact as doubles, and the product as well, so only the sum is rounded.
double __floatundidf(uint64_t value) {
  return (double)(uint32_t)(value >> 32) * 0x1p32 + (double)(uint32_t)value;
}

double __floatdidf(int64_t value) {
  return (double)(int32_t)(value >> 32) * 0x1p32 + (double)(uint32_t)value;
}

// Rounding to double and then to float would round twice. So bits below a double's precision are
// or-ed into its last bit ("sticky"), far below a float's last one. The double is then exact, and
// the one rounding to float sees the right side of a tie.
float __floatundisf(uint64_t value) {
  if (value >> 53 != 0) {
    value = (value & ~UINT64_C(0x7ff)) | ((value & 0x7ff) != 0 ? 0x800 : 0);
  }
  return (float)__floatundidf(value);
}

// Rounds the magnitude: round to nearest even is symmetric.
float __floatdisf(int64_t value) {
  const float result = __floatundisf(magnitude64(value));
  return value < 0 ? -result : result;
}

// Defined for 0 <= value < 2 to the 64. Both products and the difference are exact.
uint64_t __fixunsdfdi(double value) {
  const uint32_t high = (uint32_t)(value * 0x1p-32);
  const uint32_t low = (uint32_t)(value - (double)high * 0x1p32);
  return (uint64_t)high << 32 | low;
}

// Truncates towards zero.
int64_t __fixdfdi(double value) {
  return value < 0.0 ? -(int64_t)__fixunsdfdi(-value) : (int64_t)__fixunsdfdi(value);
}

uint64_t __fixunssfdi(float value) {
  return __fixunsdfdi((double)value);
}

int64_t __fixsfdi(float value) {
  return __fixdfdi((double)value);
}

#endif
