// Copies in a kernel are counted through inlined functions. Functions are not shared if they ask for an id,
// may not return, or take large vectors.
// RUN: muxc --pipeline=kernel --target=host --print-after=inline-callees %s 2>&1 >/dev/null | FileCheck %s
// CHECK: define internal {{.*}}i32 @pure(i32 {{.*}}) #[[SHARED:[0-9]+]] {
// CHECK: define internal {{.*}}<2 x i32> @two(<2 x i32> {{.*}}) #[[SHARED]] {
// CHECK-LABEL: define internal void @k.item(
// CHECK-NOT: call {{.*}}@{{between|thrice|asks|eight|impure}}(
// CHECK: call i32 @pure(
// CHECK: call <2 x i32> @two(
// CHECK: attributes #[[SHARED]] = { {{.*}}noinline{{.*}} "kiln-shared"
// CHECK-NOT: kiln-shared
#define X2(x) x x
#define X64(x) X2(X2(X2(X2(X2(X2(x))))))
#define STEP x = x * 3 + 1; x ^= x >> 2;
#define CONST __attribute__((const))
CONST int pure(int x) { X64(STEP) return x; }
CONST int thrice(int x) { X64(STEP) return x - 1; }
CONST int asks(int x) { X64(STEP) return x + get_global_id(0); }
CONST int2 two(int2 x) { X64(STEP) return x; }
CONST int eight(int8 x) { X64(STEP) return x.s3; }
int impure(int x) { X64(STEP) return x + 5; }
int between(int x) { return pure(x) + pure(x + 1); }
kernel void k(global int *p) {
  int i = get_global_id(0), a = p[i];
  a = between(a) + between(a + 2) + thrice(a) + thrice(a + 1) + thrice(a + 2);
  a += asks(a) * asks(a + 1) * asks(a + 2) * asks(a + 3) * asks(a + 4);
  a += impure(a) * impure(a + 1) * impure(a + 2) * impure(a + 3) * impure(a + 4);
  int2 v = two((int2)(a, 1)) + two((int2)(a, 2)) + two((int2)(a, 3)) + two((int2)(a, 4));
  a += eight(a) + eight(a + 1) + eight(a + 2) + eight(a + 3);
  p[i] = a + v.x + v.y;
}
