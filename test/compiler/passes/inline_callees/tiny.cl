// A function too large to inline all its calls inlines the smallest callees first, and tiny ones in any
// case.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never --print-after=inline-callees %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @hash.item(
// CHECK-NOT: @turn(
// CHECK: call {{.*}}@large(
// CHECK-NOT: @turn(
#define X4(x) x x x x
#define X256(x) X4(X4(X4(X4(x))))
#define STEP a ^= b * 3; b = rotate(b, a); b += a | (b >> 3);
uint turn(uint a, uint b) { return rotate(a, 7u) + (b & 12345); }
uint large(uint a, uint b) {
  X256(STEP) X256(STEP) X4(X4(X4(STEP)))
  return a + b;
}
uint rounds(uint a, uint b) {
  a = large(a, b);
  b = large(b, a);
  X256(a = turn(a, b); b = turn(b, a);)
  X256(a = turn(a, b); b = turn(b, a); a += b;) X256(a = turn(b, a);)
  return a + b;
}
kernel void hash(global uint *p) { *p = rounds(p[1], p[2]) + rounds(p[3], p[4]); }
