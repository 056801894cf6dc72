// A load lane by lane, with addresses that probably step by one element, tests them first.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-vectorize=8 -cl-kiln-disable-steps=check-contiguity --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @k.item.v8(
// CHECK: boundary:
// CHECK: all:
// CHECK: load <8 x i8>
// OFF-LABEL: define internal void @k.item.v8(
// OFF: boundary:
// OFF-NOT: load <8 x i8>
// OFF: load i8
kernel void k(global uchar *in, global float *out, uint n) {
  uint i = get_global_id(0);
  out[i] = in[min(i, n) % n];
}
