// Several SIMD groups that share rows run at once.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-disable-steps=unroll-and-jam --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: define internal void @product.item.v16.x8(
// OFF-NOT: @product.item.v16.x
// OFF: ret void
kernel void product(global const float *a, global const float *b, global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int i = 0; i < n; i++) {
    sum += a[y * n + i] * b[i * n + x];
  }
  c[y * n + x] = sum;
}
