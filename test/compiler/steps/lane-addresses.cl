// Without gathers, or with slow ones, rows of work-items are read and written at scalar addresses. Under a mask that is
// for SIMD groups with all lanes active.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 -cl-kiln-vectorize=4 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 -cl-kiln-vectorize=4 -cl-kiln-disable-steps=lane-addresses --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=znver4 -cl-kiln-vectorize=4 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=znver4 -cl-kiln-vectorize=4 -cl-kiln-disable-steps=lane-addresses --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=GATHER
// GATHER-LABEL: define internal void @rows.item.v4(
// GATHER: @llvm.masked.gather
// CHECK-LABEL: define internal void @rows.item.v4(
// CHECK-NOT: x ptr addrspace(1)>
// CHECK: getelementptr {{.*}}float, ptr addrspace(1) %a, i64
// CHECK-NOT: x ptr addrspace(1)>
// CHECK: ret void
// OFF-LABEL: define internal void @rows.item.v4(
// OFF: extractelement <4 x ptr addrspace(1)>
kernel void rows(global const float *a, global float *sums, int width) {
  int i = (int)get_global_id(0);
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += a[i * width + k];
  sums[i] = sum;
}
// CHECK-LABEL: define internal void @some_rows.item.v4(
// CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1
// CHECK: br i1 %[[ALL]], label %all, label %some
// CHECK: all:
// CHECK-NOT: x ptr addrspace(1)>
// CHECK: br label %joined
// OFF-LABEL: define internal void @some_rows.item.v4(
// OFF-NOT: label %all, label %some
// OFF: ret void
kernel void some_rows(global float *a, int n, int width) {
  int i = (int)get_global_id(0);
  if (2 * i < n) a[i * width] += a[i * width + n];
}
