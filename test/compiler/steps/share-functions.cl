// A large kernel calls a large function that it needs often.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never -cl-kiln-disable-steps=share-functions --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: "kiln-shared"
// OFF-NOT: "kiln-shared"
// OFF: define internal void @k.item(
#define X4(x) x x x x
kernel void k(global float *a) {
  size_t i = get_global_id(0);
  float x = a[i];
  X4(X4(X4(x = sin(x) + cos(x * 3);)))
  a[i] = x;
}
