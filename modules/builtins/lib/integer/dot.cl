// cl_khr_integer_dot_product: sums of four products of 8-bit integers.
#include "base.h"

HELPER int4 wide(char4 v) { return __builtin_convertvector(v, int4); }
HELPER int4 wide(uchar4 v) { return __builtin_convertvector(v, int4); }
HELPER int total(int4 v) { return (v.x + v.y) + (v.z + v.w); }

// Any sum has 18 bits: only the accumulator can go too far.
#define DOT(result, left, right, letters)                                                    \
  BUILTIN result dot(left##4 x, right##4 y) { return (result)total(wide(x) * wide(y)); }     \
  BUILTIN result dot_acc_sat(left##4 x, right##4 y, result sum) {                            \
    return __builtin_elementwise_add_sat(dot(x, y), sum);                                    \
  }                                                                                          \
  BUILTIN result dot_4x8packed_##letters(uint x, uint y) {                                   \
    return dot(__builtin_astype(x, left##4), __builtin_astype(y, right##4));                 \
  }                                                                                          \
  BUILTIN result dot_acc_sat_4x8packed_##letters(uint x, uint y, result sum) {               \
    return __builtin_elementwise_add_sat(dot_4x8packed_##letters(x, y), sum);                \
  }

DOT(uint, uchar, uchar, uu_uint)
DOT(int, char, char, ss_int)
DOT(int, uchar, char, us_int)
DOT(int, char, uchar, su_int)
