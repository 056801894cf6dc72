// Vectors of 32-bit integers are divided as doubles.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 -cl-kiln-disable-steps=divide-as-floats --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @k.item.v16(
// CHECK: fdiv <16 x double>
// OFF-LABEL: define internal void @k.item.v16(
// OFF-NOT: fdiv
// OFF: udiv <16 x i32>
kernel void k(global uint *a, global uint *b) {
  size_t i = get_global_id(0);
  a[i] = a[i] / (b[i] | 1);
}
