// A comparison of ids bounds the span of active work-items. SIMD groups inside of it run without the comparison.
// The masked variant keeps it, and runs the SIMD groups at both ends.
// RUN: muxc --verify-each --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels,work-item-loops %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --verify-each --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-disable-steps=split-index-sets --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @inner.item.m16(
// CHECK: icmp {{.*}}<16 x
// CHECK: call void @llvm.masked.store.v16f32
// CHECK-LABEL: define internal void @inner.item.v16(
// CHECK-NOT: icmp
// CHECK-NOT: masked
// CHECK: store <16 x float>
// CHECK: ret void
// OFF-LABEL: define internal void @inner.item.v16(
// OFF: icmp {{.*}}<16 x
// OFF: ret void
kernel void inner(global const float *a, global float *b, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < n) b[i] = a[i - 1] + a[i];
}
// CHECK-LABEL: define internal void @sizes.item.v16(
// CHECK-NOT: icmp
// CHECK: ret void
kernel void sizes(global const float *a, global float *b, ulong n) {
  size_t i = get_global_id(0);
  if (i > 0 && i < n) b[i] = a[i - 1] + a[i];
}
// A comparison with memory decides about single work-items, and stays; different comparisons for each effect stay, too.
// CHECK-LABEL: define internal void @data.item.v16(
// CHECK: fcmp {{.*}}<16 x
// CHECK: ret void
kernel void data(global const float *a, global float *b, int n) {
  int i = get_global_id(0);
  if (i < n && a[i] > 0) b[i] = a[i];
}
// CHECK-LABEL: define internal void @halves.item.v16(
// CHECK: icmp {{.*}}<16 x
// CHECK: ret void
kernel void halves(global float *a, global float *b, int n, int m) {
  int i = get_global_id(0);
  if (i < n) a[i] = 1;
  if (i < m) b[i] = 2;
}
// Rows are in the span or not, so those inside may run together.
// CHECK-LABEL: define internal void @rows.item.v16.x8(
// CHECK-NOT: icmp {{.*}}%y
// CHECK: ret void
// OFF-NOT: @rows.item.v16.x8(
kernel void rows(global const float *a, global const float *b, global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
// Inner work-items, away from the borders, have a variant without questions. Others run with them.
// CHECK-LABEL: define internal void @borders.item.v16(
// CHECK: masked.load
// CHECK-LABEL: define internal void @borders.item.v16.inner(
// CHECK-NOT: icmp
// CHECK-NOT: masked
// CHECK: ret void
// OFF-NOT: @borders.item.v16.inner(
kernel void borders(global const float *a, global float *b, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = a[y * w + x];
  for (int j = -1; j <= 1; j += 2) {
    if (x + j >= 0 && x + j < w) sum += a[y * w + x + j];
    if (y + j >= 0 && y + j < h) sum += a[(y + j) * w + x];
  }
  b[y * w + x] = sum;
}
// CHECK-LABEL: define internal void @inner.items(
// CHECK: call void @inner.item.v16(
// CHECK: item.end:
// CHECK: %item.at = phi i64
// CHECK: call void @inner.item.m16(
// CHECK-LABEL: define internal void @borders.items(
// CHECK: item.x.inner:
// CHECK: call void @borders.item.v16.inner(
// CHECK: item.border:
// CHECK: call void @borders.item.v16(
