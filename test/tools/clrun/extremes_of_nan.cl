// fmin and fmax ignore a NaN, quiet or signaling, in vectors of any width (OpenCL C 3.0 §6.15.2). The result
// of two NaNs is NaN.
// RUN: clrun -g 4096 -k floats %s 'int[4]' --print=0 --options="-cl-kiln-vectorize=never" | FileCheck %s
// RUN: clrun -g 4096 -k floats %s 'int[4]' --print=0 | FileCheck %s
// RUN: clrun -g 4096 -k floats %s 'int[4]' --print=0 --options="-cl-kiln-vectorize=4" | FileCheck %s
// RUN: clrun -g 4096 -k floats %s 'int[4]' --print=0 --options="-cl-kiln-vectorize=8" | FileCheck %s
// RUN: clrun -g 4096 -k floats %s 'int[4]' --print=0 --options="-cl-kiln-vectorize=32" | FileCheck %s
// RUN: clrun -g 4096 -k doubles %s 'int[4]' --print=0 | FileCheck %s
// RUN: clrun -g 4096 -k doubles %s 'int[4]' --print=0 --options="-cl-kiln-vectorize=16" | FileCheck %s
// CHECK: 0: 0 0 0 0
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
constant uint patterns[16] = {0x7fc00000, 0x7fa00000, 0xffc00001, 0xff900000, 0x3f800000, 0xbf800000, 0x80000000, 0,
                              0x7f800000, 0xff800000, 1,          0x80000001, 0x7f7fffff, 0xff7fffff, 0x40490fdb, 0x00800000};

#define CHECK_EXTREMES(T, pattern)                                          \
  bool isMissing_##T(T x) { return !(x == x); }                             \
  bool isRight_##T(T result, T a, T b, bool less) {                         \
    if (isMissing_##T(a) && isMissing_##T(b)) return isMissing_##T(result); \
    if (isMissing_##T(a)) return result == b;                               \
    if (isMissing_##T(b)) return result == a;                               \
    return result == ((a < b) == less ? a : b);                             \
  }                                                                         \
  kernel void T##s(global int *wrong) {                                     \
    int i = get_global_id(0);                                               \
    T a = pattern(i % 16), b = pattern(i / 16 % 16), c = pattern(i / 256);  \
    T low = fmin(a, b), high = fmax(a, b);                                  \
    T middle = fmax(low, fmin(high, c));                                    \
    bool right = isRight_##T(low, a, b, true) & isRight_##T(high, a, b, false); \
    right &= isRight_##T(fmin(high, c), high, c, true);                     \
    right &= isRight_##T(middle, low, fmin(high, c), false);                \
    if (!right) wrong[i % 4] = 1;                                           \
  }

#define FLOAT(i) as_float(patterns[i])
// The same classes of numbers: the bits behind the exponent of a float begin 29 bits higher.
#define DOUBLE(i)                                                                      \
  as_double((ulong)(patterns[i] >> 31) << 63 |                                         \
            ((patterns[i] & 0x7f800000) == 0x7f800000 ? (ulong)0x7ff << 52             \
                                                      : (ulong)(patterns[i] & 0x7f800000) << 29) | \
            (ulong)(patterns[i] & 0x7fffff) << 29)
CHECK_EXTREMES(float, FLOAT)
CHECK_EXTREMES(double, DOUBLE)
