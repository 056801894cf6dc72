// Powers with small constant exponents are products, and nothing is linked for them. Other exponents are left to the
// library: they would lose bits, or are no numbers known to the compiler.
// RUN: muxc --pipeline=kernel --target=host --print-after=link-builtins %s -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: define {{.*}}void @products(
// CHECK: %[[SQUARE:.*]] = fmul float %[[X:.*]], %[[X]]
// CHECK: fmul float %{{.*}}, %{{.*}}
// CHECK: fdiv float 1.000000e+00,
// CHECK: %[[V:.*]] = fmul <4 x float>
// CHECK-NEXT: fmul <4 x float> %[[V]], %[[V]]
// CHECK-NOT: call {{.*}}pow
// CHECK: ret void
kernel void products(global float *a, global float4 *v) {
  int i = get_global_id(0);
  a[i] = pow(a[i], 2) + pown(a[i + 1], 3) + pow(a[i + 2], -1.0f) + pow(a[i + 3], 1);
  v[i] = pow(v[i], (float4)(4.0f));
}

// CHECK-LABEL: define {{.*}}void @calls(
// CHECK-COUNT-6: call {{.*}}pow
// CHECK: ret void
kernel void calls(global float *a, global float4 *v, float y) {
  int i = get_global_id(0);
  a[i] = pow(a[i], 0) + pown(a[i + 1], -2) + pow(a[i + 2], 0.5f) + pow(a[i + 3], y) + powr(a[i + 4], 2.0f);
  v[i] = pow(v[i], (float4)(1.0f, 2.0f, 3.0f, 4.0f));
}
