// Without masked accesses, loads and stores under one mask are in one version for SIMD groups with all lanes active.
// RUN: muxc --verify-each --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --verify-each --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 -cl-kiln-vectorize=8 -cl-kiln-disable-steps=join-versions --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @next.item.v8(
// CHECK: br i1 %{{.*}}, label %all, label %some
// CHECK-NOT: br i1 %{{.*}}, label %all
// CHECK: load <32 x i16>
// CHECK-NOT: br i1
// CHECK: store <32 x i16>
// CHECK-LABEL: define
// OFF-LABEL: define internal void @next.item.v8(
// OFF: br i1 %{{.*}}, label %all, label %some
// OFF: load <32 x i16>
// OFF: br i1 %{{.*}}, label %all{{[0-9]+}}, label %some
kernel void next(global const short4 *a, global short4 *b, int n) {
  int i = (int)get_global_id(0);
  if (2 * i < n) b[i] = a[i] + (short4)1;
}
// A value from between the two, used behind both: a phi has those of the two versions.
// CHECK-LABEL: define internal void @keep.item.v8(
// CHECK: br i1 %{{.*}}, label %all, label %some
// CHECK-NOT: br i1 %{{.*}}, label %all
// CHECK: phi <8 x i16> [ %{{[a-z0-9.]+}}.some, %store.done{{[0-9]+}} ], [ %{{[a-z0-9.]+}}, %all
kernel void keep(global const short2 *a, global short2 *b, global short *c, int n) {
  int i = (int)get_global_id(0);
  short x = 0;
  if (2 * i < n) {
    short2 v = a[i] + (short2)1;
    b[i] = v;
    x = v.x;
  }
  c[i] = x;
}
