// A called function is inlined into the work-item function.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never -cl-kiln-disable-steps=inline-callees --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-NOT: call {{.*}}@mix(
// CHECK: define internal void @k.item(
// OFF: call {{.*}}@mix(
#define X4(x) x x x x
uint mix(uint a, uint b) {
  X4(X4(X4(a ^= b * 3; b = rotate(b, a);)))
  return a + b;
}
kernel void k(global uint *a) {
  size_t i = get_global_id(0);
  a[i] = mix(a[i], 1) + mix(a[i], 2);
}
