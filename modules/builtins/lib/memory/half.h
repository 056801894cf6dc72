// Half-precision values converted in integer arithmetic, so that nothing depends on a target's
// half type. Instantiated for float and double; a half has 5 exponent bits
// (bias 15) and 10 fraction bits.

#ifdef FLOAT

// Exact. A half subnormal is a small integer times 2^-24.
HELPER F fromHalf(U bits) {
  const U magnitude = bits & (U)0x7fffu;
  const U sign = (bits & (U)0x8000u) << 16;
  const U normal = (magnitude << 13) + (U)(112u << 23);
  const U special = (magnitude << 13) | (U)0x7f800000u;
  const U subnormal = AS_U(TO_F(AS_I(magnitude)) * K(0x1p-24));
  const U value = magnitude >= (U)0x7c00u ? special : magnitude < (U)0x400u ? subnormal : normal;
  return AS_F((U)(value | sign));
}

#define FRACTION_BITS 23
#define EXPONENT_BIAS 127
#else
#define FRACTION_BITS 52
#define EXPONENT_BIAS 1023
#endif

#define MODE_RTE 0
#define MODE_RTZ 1
#define MODE_RTP 2
#define MODE_RTN 3

// The half nearest to x in the direction of `mode`, in the low 16 bits.
//
// The magnitude is cut to the half's precision by a shift that is larger for values below
// the least normal half; `tail` holds the bits cut off, left-aligned below one unit, and
// decides about the increment, whose carry makes the next exponent or infinity by itself.
HELPER U toHalf(F x, int mode) {
  const U bits = AS_U(x);
  const U signBit = bits >> (sizeof(E) * 8 - 1);
  const U magnitude = bits & (U)(((EU)1 << (sizeof(E) * 8 - 1)) - 1);
  const I exponent = AS_I(magnitude >> FRACTION_BITS) - (I)(EXPONENT_BIAS - 15);
  const U fraction = (magnitude & (U)(((EU)1 << FRACTION_BITS) - 1)) | (U)((EU)1 << FRACTION_BITS);

  const I below = __builtin_elementwise_min(
      __builtin_elementwise_max((I)1 - exponent, (I)0), (I)12);
  const U shift = AS_U(below) + (U)(FRACTION_BITS - 10);
  // A normal half's leading one adds one to the exponent field.
  const I field = __builtin_elementwise_max(exponent - (I)1, (I)0);
  const U kept = (AS_U(field) << 10) + (fraction >> shift);
  const U tail = fraction & (((U)1 << shift) - (U)1);
  // Zeros and values that the clamped shift makes too coarse still leave a tail.
  const U lost = magnitude == (U)0 ? (U)0 : tail;
  const U cut = magnitude == (U)0 ? (U)0 : kept;

  const U half_ = (U)1 << (shift - (U)1);
  const U nearest = (lost > half_ ? (U)1 : lost == half_ ? (cut & (U)1) : (U)0);
  const U away = lost != (U)0 ? (U)1 : (U)0;
  const U up = mode == MODE_RTE   ? nearest
               : mode == MODE_RTZ ? (U)0
               : mode == MODE_RTP ? (away & (signBit ^ (U)1))
                                  : (away & signBit);
  const U finite = cut + up;
  // Too large to be finite: infinity if the mode goes away from zero, else the largest.
  const U inward = mode == MODE_RTE   ? (U)0
                   : mode == MODE_RTZ ? (U)1
                   : mode == MODE_RTP ? signBit
                                      : (signBit ^ (U)1);
  const U overflow = (U)0x7c00 - inward;
  const U infinity = (U)((EU)(2 * EXPONENT_BIAS + 1) << FRACTION_BITS);
  const U nan = (U)0x7e00 | ((magnitude >> (FRACTION_BITS - 10)) & (U)0x3ff);
  const U ordinary = exponent > (I)30 ? overflow : finite;
  const U result = magnitude > infinity ? nan : magnitude == infinity ? (U)0x7c00 : ordinary;
  return result | (signBit << 15);
}

#undef FRACTION_BITS
#undef EXPONENT_BIAS
#undef MODE_RTE
#undef MODE_RTZ
#undef MODE_RTP
#undef MODE_RTN
