// A kernel gets a vector variant; without the step it runs work-item by work-item.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=work-item-loops %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-disable-steps=vectorize-kernels --print-after=work-item-loops %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: define internal void @scale.item.v
// OFF-NOT: @scale.item.v
// OFF: define internal void @scale.items(
kernel void scale(global float *a) {
  a[get_global_id(0)] *= 2;
}
