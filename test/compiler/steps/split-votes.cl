// A vote over components that are scalars bounds the active work-items, like the comparisons of these. In a SIMD group
// each component is a vector.
// RUN: muxc --verify-each --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=split-votes,vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-disable-steps=split-votes --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @inside.item(
// CHECK-NOT: bitcast <2 x i1>
// CHECK: ret void
// CHECK-LABEL: define internal void @inside.item.v16(
// CHECK-NOT: icmp
// CHECK: ret void
// CHECK-LABEL: define internal void @largest.item.v16(
// CHECK-COUNT-4: fcmp ogt <16 x float>
// CHECK-COUNT-3: or <16 x i1>
// CHECK: ret void
// OFF: bitcast <2 x i1>
// OFF-NOT: @inside.item.v16(
kernel void inside(global const float *a, global float *c, int n) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  if (all(p > 0) && all(p < n - 1)) c[p.y * n + p.x] = 2 * a[p.y * n + p.x - 1];
}
kernel void largest(global const float4 *a, global float4 *c, float f) {
  int i = get_global_id(0);
  float4 v = a[i];
  if (any(v > f)) v *= 2;
  c[i] = v;
}
