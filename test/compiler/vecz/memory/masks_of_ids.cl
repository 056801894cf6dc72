// A mask of a local id needs as many bits as the id has, so LLVM makes d + 4095 of d - 1. The check whether it is a mask of
// low bits is one of d - 1 all the same.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @k.item.v8(
// CHECK: %[[MASK:.*]] = add i32 %d, -1
// CHECK: %[[ABOVE:.*]] = add i32 %[[MASK]], 1
// CHECK: %[[BOTH:.*]] = and i32 %[[MASK]], %[[ABOVE]]
// CHECK: icmp eq i32 %[[BOTH]], 0
kernel void k(local uint *a, global uint *out, uint d) {
  uint l = get_local_id(0);
  out[get_global_id(0)] = a[l & (d - 1)];
}
