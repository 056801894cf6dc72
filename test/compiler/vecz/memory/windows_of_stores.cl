// The order of a store is inverted, at great cost, so it has to be the same for all SIMD groups. A loaded
// or counted distance is not; loads may have one.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s

// CHECK-LABEL: define internal void @counted.item.v8(
// CHECK: call <8 x i32> @kiln.permute
// CHECK: masked.scatter
// CHECK-NOT: ctpop
// CHECK-LABEL: define internal void @between.item.v8(
kernel void counted(global const int *in, global int *out, int n) {
  int i = get_global_id(0);
  for (int j = 1; j < n; j++)
    out[i ^ j] = in[i ^ j] + j;
}

// A load between two stores keeps them apart.
// CHECK: ctpop
// CHECK: masked.store
// CHECK: ctpop
// CHECK: masked.store
kernel void between(global int *a, global int *b, int j) {
  int i = get_global_id(0);
  a[i ^ j] = i;
  int x = b[i];
  a[(i ^ j) + j] = x;
}
