// The row and the column of a linear id make the id again.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=recombine-quotients --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @signs.item(
// CHECK-NOT: {{[su]}}div
// CHECK-NOT: {{[su]}}rem
// CHECK: ret void
// OFF-LABEL: define internal void @signs.item(
// OFF: sdiv
// OFF: srem
kernel void signs(global const int *a, global int *b, int n) {
  int i = get_global_id(0), x = i % n, y = i / n;
  b[y * n + x] = a[y * n + x] + a[x + n * (y + 2)];
}
// The guard of an unsigned divisor could be the program's own, with a defined result for 0.
// CHECK-LABEL: define internal void @own.item(
// CHECK: udiv
// CHECK: ret void
kernel void own(global const int *a, global int *b, uint n) {
  uint i = get_global_id(0), w = max(n, 1u);
  b[i] = a[i / w * n + i % w];
}
// Another factor, and the remainder of another division, stay.
// CHECK-LABEL: define internal void @other.item(
// CHECK: sdiv
// CHECK: srem
// CHECK: ret void
kernel void other(global const int *a, global int *b, int n, int m) {
  int i = get_global_id(0);
  b[i / n * m + i % n] = a[i / n * n + i % m];
}
