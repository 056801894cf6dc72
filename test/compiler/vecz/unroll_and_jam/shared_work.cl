// SIMD groups along x share their reads with the groups above and below. As many run at once as the
// 32 or 16 registers hold, and work with one result along y is done once.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @product.item.v16(
// CHECK-SAME: #[[VARIANT:[0-9]+]]
// CHECK-LABEL: define internal void @product.item.v16.x8(
// CHECK: phi i64
// CHECK-COUNT-8: phi <16 x float>
// CHECK-NOT: phi
// CHECK-COUNT-8: load float
// CHECK-NOT: load float
// CHECK: load <16 x float>
// CHECK-NOT: load
// CHECK-COUNT-8: call <16 x float> @llvm.fmuladd
// CHECK: br i1
// CHECK-COUNT-8: store <16 x float>
// CHECK-NOT: store
// CHECK: ret void
// CHECK: attributes #[[VARIANT]] = {{.*}}"kiln-unrolled-variant"="product.item.v16.x8"
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 %s -o - | FileCheck --check-prefix=LOOPS %s
// LOOPS: define hidden void @product(
// LOOPS: item.x.unrolled
// LOOPS: add nuw nsw i64 %item.y{{.*}}, 8
// LOOPS: item.x.simd
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks -o /dev/null %s 2>&1 | FileCheck --check-prefix=REMARK %s
// REMARK: remark: <source>:[[@LINE+1]]: 8 SIMD groups run at once, along dimension 1
kernel void product(int n, global const float *a, global const float *b, global float *c) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
