// Each iteration of the loop waits for the one before. SIMD groups fill each other's gaps, along their
// own dimension if no other one wins. Iterations with enough work of their own need no second group.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s -o %t.ll 2>&1 | FileCheck %s
// CHECK-LABEL: define internal void @chain.item.v16.x4(
// CHECK-COUNT-4: phi <16 x i32>
// CHECK-NOT: phi <
// CHECK-COUNT-4: xor <16 x i32>
// CHECK-NOT: busy.item.v{{[0-9]+}}.x
// CHECK-LABEL: define internal void @column.item.v16.x4(
// CHECK-COUNT-4: load <16 x float>
// CHECK-NOT: load <16 x float>
// RUN: FileCheck --check-prefix=LOOPS %s < %t.ll
// LOOPS-LABEL: define hidden void @chain(
// LOOPS: and i64 %{{.*}}, {{-64|9223372036854775744}}
// LOOPS: item.x.unrolled
kernel void chain(int n, global uint *a) {
  size_t i = get_global_id(0);
  uint x = a[i];
  for (int k = 0; k < n; ++k) {
    x ^= x << 13;
    x ^= x >> 17;
  }
  a[i] = x;
}
kernel void busy(int n, global float *a, constant float *b) {
  size_t i = get_global_id(0);
  float sum = 0, x = a[i];
  for (int k = 0; k < n; ++k) sum += sqrt(x * b[k]) / (x + b[k]);
  a[i] = sum;
}
// Other rows take other branches, and neighbours in a row the same ones.
kernel void column(int n, int height, global const float *a, global float *b) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    if (y + k < height) sum += a[(y + k) * width + x];
  b[y * width + x] = sum;
}
