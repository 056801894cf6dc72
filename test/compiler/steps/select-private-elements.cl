// An element of a small private array is selected among all.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 -cl-kiln-disable-steps=select-private-elements --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @small.item.v8(
// CHECK-NOT: masked.scatter
// CHECK: ret void
// OFF-LABEL: define internal void @small.item.v8(
// OFF: masked.scatter
kernel void small(global const int *at, global float *out) {
  int i = get_global_id(0);
  float part[4] = {1, 2, 3, 4};
  part[at[i] & 3] = i;
  out[i] = part[(at[i] >> 2) & 3];
}
