// A gather with addresses that probably step by one element tests them first.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --device-facts=cpu=x86-64-v4 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --device-facts=cpu=x86-64-v4 -cl-kiln-vectorize=8 -cl-kiln-disable-steps=check-contiguity --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @k.item.v8(
// CHECK: all:
// CHECK: masked.load
// OFF-LABEL: define internal void @k.item.v8(
// OFF-NOT: masked.load
// OFF: masked.gather
kernel void k(global float *in, global float *out, uint n) {
  uint i = get_global_id(0);
  out[i] = in[min(i, n) % n];
}
