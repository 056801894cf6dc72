// SIMD groups run at once along a dimension with several work-items only, as far as the size is known.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 --emit=ll -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
#define SUM                                                                   \
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);    \
  float sum = 0;                                                              \
  for (int i = 0; i < n; ++i) sum += weights[z * n + i] * in[(i * 64 + y) * 64 + x]; \
  out[(z * 64 + y) * 64 + x] = sum;
// CHECK: kernel 'any' is vectorised
// CHECK-NEXT: 8 SIMD groups run at once, along dimension 1
kernel void any(global const float *restrict in, global const float *restrict weights, global float *restrict out, int n) { SUM }
// CHECK: kernel 'planes' is vectorised
// CHECK-NEXT: 4 SIMD groups run at once, along dimension 2
kernel __attribute__((reqd_work_group_size(64, 1, 4))) void planes(global const float *restrict in,
    global const float *restrict weights, global float *restrict out, int n) { SUM }
// CHECK: kernel 'flat' is vectorised
// CHECK-NOT: along dimension 2
kernel __attribute__((reqd_work_group_size(64, 4, 1))) void flat(global const float *restrict in,
    global const float *restrict weights, global float *restrict out, int n) { SUM }
