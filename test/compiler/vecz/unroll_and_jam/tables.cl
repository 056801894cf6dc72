// Stores may change the table, so each SIMD group would read it for itself; several at once read it once.
// A constant table, or one behind a restricted pointer, is read in front of the loop: no unroll-and-jam.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @filter.item.v16.x4(
// CHECK-COUNT-16: load float, ptr addrspace(1)
// CHECK-NOT: load float, ptr addrspace(1)
// CHECK: ret void
// CHECK-NOT: define internal void @{{.*}}.v16.x
#define FILTER(name, table)                                            \
  kernel void name(global const float *in, table, global float *out) { \
    const size_t i = get_global_id(0);                                 \
    float sum = 0;                                                     \
    for (int k = 0; k < 16; ++k)                                       \
      sum += in[i + k] * factors[k];                                   \
    out[i] = sum;                                                      \
  }
FILTER(filter, global const float *factors)
FILTER(constants, constant float *factors)
FILTER(alone, global const float *restrict factors)
