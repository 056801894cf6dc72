// Loops along a row per work-item are unrolled by 4 or 8, so each lane reads a short vector at once. The
// left-over iterations run behind.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s

// The additions stay in their order.
// CHECK-LABEL: define internal void @product.item.v16(
// CHECK: phi i64
// CHECK: [[SUM:%.*]] = phi <16 x float> {{.*}}[ [[LAST:%.*]], %
// CHECK-COUNT-16: load <4 x float>, ptr addrspace(1) {{.*}}, align 4
// CHECK: [[FIRST:%.*]] = call <16 x float> @llvm.fmuladd.v16f32({{.*}}, <16 x float> [[SUM]])
// CHECK: [[SECOND:%.*]] = call <16 x float> @llvm.fmuladd.v16f32({{.*}}, <16 x float> [[FIRST]])
// CHECK: [[THIRD:%.*]] = call <16 x float> @llvm.fmuladd.v16f32({{.*}}, <16 x float> [[SECOND]])
// CHECK: [[LAST]] = call <16 x float> @llvm.fmuladd.v16f32({{.*}}, <16 x float> [[THIRD]])
// CHECK: br i1
// CHECK: call <16 x float> @llvm.masked.gather
// CHECK: ret void
kernel void product(int columns, global const float *a, global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < columns; ++i) sum += a[row * columns + i] * x[i];
  y[row] = sum;
}

// Bytes, backwards, and under a condition: eight of each lane in one gather.
// CHECK-LABEL: define internal void @bytes.item.v{{[0-9]+}}(
// CHECK: call <16 x i64> @llvm.masked.gather.v16i64.v16p1(<16 x ptr addrspace(1)> align 1 %{{.*}}, <16 x i1> splat (i1 true)
// CHECK: ret void
kernel void bytes(int columns, global const uchar *a, global uint *y) {
  size_t row = get_global_id(0);
  uint sum = 0;
  if (y[row] & 1) {
    for (int i = columns - 1; i >= 0; --i) sum = sum * 31 + a[row * columns + i];
  }
  y[row] = sum;
}

// Each work-item writes a row.
// CHECK-LABEL: define internal void @fill.item.v16(
// CHECK-COUNT-16: store <4 x float> {{.*}}, ptr addrspace(1) {{.*}}, align 4
kernel void fill(int columns, global const float *x, global float *restrict y) {
  size_t row = get_global_id(0);
  float value = x[row];
  for (int i = 0; i < columns; ++i) {
    y[row * columns + i] = value;
    value *= 0.5f;
  }
}

// Not for consecutive lanes, nor for loops that write where they may read.
// CHECK-LABEL: define internal void @columns.item.v16(
// CHECK-NOT: load <4 x
// CHECK-LABEL: define internal void @writes.item.v16(
// CHECK-NOT: load <4 x
kernel void columns(int rows, global const float *a, global float *y) {
  size_t column = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < rows; ++i) sum += a[column + i];
  y[column] = sum;
}
kernel void writes(int columns, global const float *a, global float *y) {
  size_t row = get_global_id(0);
  for (int i = 0; i < columns; ++i) y[i] += a[row * columns + i];
}
