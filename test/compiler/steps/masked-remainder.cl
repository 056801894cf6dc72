// The work-items that fill no SIMD group run in a masked variant.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-disable-steps=masked-remainder --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: define internal void @scale.item.m16(
// OFF-NOT: @scale.item.m
// OFF: define internal void @scale.item.v16(
// OFF-NOT: @scale.item.m
kernel void scale(global float *a) {
  a[get_global_id(0)] *= 2;
}
