// A kernel of some size with all accesses under a mask has one variant, for full SIMD groups and for
// remainders; others have two.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s 2>%t.log >/dev/null
// RUN: FileCheck %s < %t.log
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=work-item-loops %s 2>%t.loops >/dev/null
// RUN: FileCheck %s --check-prefix=LOOPS < %t.loops

// CHECK-NOT: @guarded.item.v
// CHECK: define internal void @guarded.item.m16({{.*}} <16 x i1> %active)
// CHECK-NOT: @guarded.item.v
// CHECK: define internal void @plain.item.v16(
// CHECK: define internal void @plain.item.m16(

// The loop takes the remainder of a row as its last SIMD group.
// LOOPS-LABEL: define internal void @guarded.items(
// LOOPS: item.x.simd:
// LOOPS: [[LEFT:%.*]] = sub i64 %{{.*}}, %item.x.simd
// LOOPS: [[LANES:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 16)
// LOOPS: call void @guarded.item.m16(
// LOOPS-NOT: @guarded.item.m16(
// LOOPS-LABEL: define internal void @plain.items(
// LOOPS: call void @plain.item.v16(
// LOOPS: call void @plain.item.m16(
#define TEN(x) x x x x x x x x x x
#define WORK TEN(TEN(x = x * 3.0f + y; y = y * x + 1.0f;))
kernel void guarded(global float *a, global const float *b, int n) {
  int i = get_global_id(0);
  if ((i & n) != 0) {
    float x = a[i], y = b[i];
    WORK
    a[i] = x;
  }
}

kernel void plain(global float *a, global const float *b) {
  int i = get_global_id(0);
  float x = a[i], y = b[i];
  WORK
  a[i] = x;
}
