// No unroll-and-jam: the SIMD groups share too little, may take different paths, or are ordered by
// atomic operations.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-NOT: kiln-unrolled-variant
// CHECK-NOT: .v16.x
kernel void nothing_shared(int n, global const float *a, global float *c) {
  size_t i = get_global_id(1) * n + get_global_id(0);
  c[i] = sqrt(a[i]) * a[i];
}
kernel void little_shared(int n, global const float *a, global float *c) {
  int x = get_global_id(0);
  c[get_global_id(1) * n + x] = a[x * 2 + 1];
}
kernel void rows_part(int n, global const float *a, global const float *b, global float *c) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < row + column; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
kernel void ordered(int n, global const float *b, global float *c, volatile global int *done) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += b[k * n + column];
  c[row * n + column] = sum;
  atomic_inc(done + row);
}
