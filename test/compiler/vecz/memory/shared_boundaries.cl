// Boundary code stands once in a large kernel: each barrier region with equal code calls one function with
// its own indices. Code without an equal one (GONE) is left in place.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=share-boundaries %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=share-boundaries -DSMALL %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SMALL
// CHECK-LABEL: define internal i32 @k.region1.v16(
// CHECK: boundary:
// CHECK-NEXT: [[ONE:%.*]] = call <16 x float> @kiln.boundary(
// CHECK-NEXT: br label %checked
// CHECK: phi <16 x float> {{.*}}[ [[ONE]], %boundary ]
// CHECK-NOT: call {{.*}}masked.gather
// CHECK-LABEL: define internal i32 @k.region2.v16(
// CHECK: call <16 x float> @kiln.boundary(
// CHECK-NOT: call {{.*}}masked.gather
// CHECK-LABEL: define internal i32 @k.region3.v16(
// CHECK-NOT: kiln.boundary
// CHECK: call {{.*}}masked.gather
// CHECK-LABEL: define internal <16 x float> @kiln.boundary(
// CHECK: call {{.*}}masked.gather
// CHECK: ret <16 x float>
// CHECK-NOT: define internal {{.*}} @kiln.boundary
// SMALL-NOT: kiln.boundary
#define X4(x) x x x x
#ifdef SMALL
#define WORK
#else
#define WORK X4(X4(X4(X4(X4(a = a * 3.0f + b; b = b * a + 1.0f;)))))
#endif
kernel void k(global float *out, local float *tile, int n, float b) {
  int l = get_local_id(0);
  float a = out[l];
  tile[l] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  a = tile[(l + 3) % n];
  WORK
  out[l] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  a += tile[(l + 5) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = a + tile[min(l + 7, n - 1)];
}
