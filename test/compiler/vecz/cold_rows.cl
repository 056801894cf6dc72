// Code for a remainder stays where it runs: LICM does not move it in front of the loop over rows.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=znver4 -cl-kiln-vectorize=64 %s | FileCheck %s
// CHECK-LABEL: define {{.*}}@copy(
// CHECK-NOT: sext <64 x i32>
// CHECK: load <64 x i8>
kernel void copy(global const uchar *s, global uchar *t) {
  int x = get_local_id(0), g = get_local_size(0) * get_group_id(0);
  t[3 * x] = s[g * 3 + 3 * x];
  t[3 * x + 1] = s[g * 3 + 3 * x + 1];
  t[3 * x + 2] = s[g * 3 + 3 * x + 2];
}
