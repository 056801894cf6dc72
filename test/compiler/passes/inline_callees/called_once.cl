// A function with one caller is inlined as it is, and its calls are the caller's then: each body of a chain
// of calls is copied once. The functions are gone behind the pass.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never --print-after=inline-callees %s 2>&1 >/dev/null | FileCheck %s
// One that does not fit into its caller inlines its own calls (large).
// CHECK-LABEL: define internal {{.*}}@large(
// CHECK-NOT: call {{.*}}@turn(
// CHECK-LABEL: define internal void @hash.item(
// CHECK: call {{.*}}@large(
#define X4(x) x x x x
#define X256(x) X4(X4(X4(X4(x))))
#define STEP a ^= b * 3; b = rotate(b, a); b += a | (b >> 3);
uint turn(uint a, uint b) { return rotate(a, 7u) + (b & 12345); }
uint large(uint a, uint b) {
  X4(X256(STEP) X256(STEP) X4(X4(X4(STEP))))
  return turn(a, b) + turn(b, a);
}
kernel void hash(global uint *p) {
  uint a = p[1], b = p[2];
  X4(X256(STEP) X256(STEP) X4(X4(X4(STEP))))
  *p = large(a, b);
}

// CHECK-NOT: @g
// CHECK-LABEL: define internal void @chain.item(
// CHECK-NOT: call {{.*}}@g
// CHECK: ret void
// CHECK-NOT: define {{.*}}@g{{[0-9]}}
#define G(n, m) int g##n(int x) { return g##m(x ^ n) * n + (x >> n) + (x << 3) + (x & n << 5) + (x | 1) * (x % 7); }
int g0(int x) { return x + 1; }
G(1, 0) G(2, 1) G(3, 2) G(4, 3) G(5, 4)
kernel void chain(global int *p) {
  size_t i = get_global_id(0);
  p[i] = g5(p[i]);
}
