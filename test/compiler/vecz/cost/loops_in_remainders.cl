// Variants for remainders loop over their lanes, where the plain variant has code for each lane:
// they run once in a row, and are small.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3" \
// RUN:   -cl-kiln-disable-steps=lane-addresses --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @shift_up.item.v8(
// CHECK: {{^}}store.lane:
// CHECK-NOT: store.lanes:
// CHECK: ret void
// CHECK-LABEL: define internal void @shift_up.item.m8(
// CHECK: store.lanes:
// CHECK: llvm.cttz
// CHECK-NOT: store.lane{{[0-9]*}}:
// CHECK: ret void
#define TEN(x) x x x x x x x x x x
kernel void shift_up(global const int *where, global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  TEN(TEN(x = x * 3.0f + 1.0f;))
  if (x > 0.0f)
    out[where[i]] = x;
}
