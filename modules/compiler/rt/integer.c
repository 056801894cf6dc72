// 128-bit multiplication and division, from 64-bit operations.
//
// Only targets with 64-bit registers have the type.

#include <stdint.h>

#ifdef __SIZEOF_INT128__

typedef __int128 i128;
typedef unsigned __int128 u128;

// Restoring division, one bit of the quotient per round. 128-bit division is rare, and this needs
// no case analysis. Two 64-bit values use the CPU's instruction. `divisor` is not 0 in a defined
// program.
static u128 divide(u128 dividend, u128 divisor, u128 *remainder) {
  if ((dividend >> 64) == 0 && (divisor >> 64) == 0) {
    *remainder = (uint64_t)dividend % (uint64_t)divisor;
    return (uint64_t)dividend / (uint64_t)divisor;
  }
  u128 quotient = 0, rest = 0;
  for (int bit = 127; bit >= 0; --bit) {
    const int carry = (int)(rest >> 127);
    rest = (rest << 1) | ((dividend >> bit) & 1);
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= (u128)1 << bit;
    }
  }
  *remainder = rest;
  return quotient;
}

// The absolute value; 2 to the 127 for the least integer.
static u128 magnitude(i128 value) {
  return value < 0 ? -(u128)value : (u128)value;
}

u128 __udivti3(u128 a, u128 b) {
  u128 remainder;
  return divide(a, b, &remainder);
}

u128 __umodti3(u128 a, u128 b) {
  u128 remainder;
  divide(a, b, &remainder);
  return remainder;
}

// Rounds towards zero, as in C.
i128 __divti3(i128 a, i128 b) {
  u128 remainder;
  const u128 quotient = divide(magnitude(a), magnitude(b), &remainder);
  return (i128)((a < 0) != (b < 0) ? -quotient : quotient);
}

// The remainder has the dividend's sign, as in C.
i128 __modti3(i128 a, i128 b) {
  u128 remainder;
  divide(magnitude(a), magnitude(b), &remainder);
  return (i128)(a < 0 ? -remainder : remainder);
}

// Schoolbook multiplication of 32-bit halves:
//
//   low     = al.lo * bl.lo;
//   middle1 = al.hi * bl.lo + carry;  middle2 = al.lo * bl.hi + carry;
//   high    = al.hi * bl.hi + carries + (a.hi * b.lo + a.lo * b.hi) mod 2^64.
//
// No partial sum exceeds 64 bits. The compiler must not use its own 128-bit multiplication here.
i128 __multi3(i128 a, i128 b) {
  const uint64_t mask = UINT32_MAX;
  const uint64_t al = (uint64_t)a, bl = (uint64_t)b;
  const uint64_t low = (al & mask) * (bl & mask);
  const uint64_t middle1 = (al >> 32) * (bl & mask) + (low >> 32);
  const uint64_t middle2 = (al & mask) * (bl >> 32) + (middle1 & mask);
  const uint64_t high = (al >> 32) * (bl >> 32) + (middle1 >> 32) + (middle2 >> 32) +
                        (uint64_t)((u128)a >> 64) * bl + al * (uint64_t)((u128)b >> 64);
  const uint64_t result = (middle2 << 32) | (low & mask);
  return (i128)(((u128)high << 64) | result);
}

#endif
