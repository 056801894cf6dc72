// A loop along a row of each work-item reads several elements of each row at once.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 -cl-kiln-disable-steps=unroll-strided-walks --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @product.item.v16(
// CHECK-COUNT-16: load <4 x float>, ptr addrspace(1)
// OFF-LABEL: define internal void @product.item.v16(
// OFF-NOT: load <4 x float>
// OFF: ret void
kernel void product(int columns, global const float *a, global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < columns; ++i) {
    sum += a[row * columns + i] * x[i];
  }
  y[row] = sum;
}
