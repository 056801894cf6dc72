// Conversions between float and bfloat16 (cl_intel_bfloat16_conversions).
//
// A bfloat16 is the upper half of a float, passed as ushort. The way up adds a half of zeros. The
// way down rounds to nearest even: it adds half a unit of the result, or just less for an even
// result, and a carry goes into the exponent as it should. A NaN becomes quiet and keeps its upper
// bits, since the addition could turn it into an infinity. All of it is integer arithmetic, so that
// denormal numbers and NaNs do not depend on the program's options.
#include "base.h"

#define SCALAR(x, type) ((type)(x))
#define VECTOR(x, type) __builtin_convertvector(x, type)

// n is the width, empty for scalars.
#define CONVERSIONS(n, CONVERT)                                                           \
  BUILTIN ushort##n intel_convert_bfloat16##n##_as_ushort##n(float##n source) {           \
    uint##n bits = __builtin_astype(source, uint##n);                                     \
    uint##n rounded = bits + ((bits >> 16) & 1u) + 0x7fffu;                               \
    uint##n result = (bits & 0x7fffffffu) > 0x7f800000u ? bits | 0x400000u : rounded;     \
    return CONVERT(result >> 16, ushort##n);                                              \
  }                                                                                       \
  BUILTIN float##n intel_convert_as_bfloat16##n##_float##n(ushort##n source) {            \
    return __builtin_astype(CONVERT(source, uint##n) << 16, float##n);                    \
  }

CONVERSIONS(, SCALAR)
CONVERSIONS(2, VECTOR)
CONVERSIONS(3, VECTOR)
CONVERSIONS(4, VECTOR)
CONVERSIONS(8, VECTOR)
CONVERSIONS(16, VECTOR)
