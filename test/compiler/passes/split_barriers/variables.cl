// An array in use across the barrier is in the frame; another one is an alloca of
// the region.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal i32 @k.region0(
// CHECK: %kept{{.*}} = call ptr @kiln.item_frame(i64 {{.*}}, i64 64)
// CHECK: %scratch{{.*}} = alloca [16 x i32]
// CHECK-LABEL: define internal i32 @k.region1(
// CHECK: %kept{{.*}} = call ptr @kiln.item_frame(i64 {{.*}}, i64 64)
// CHECK-NOT: alloca
// CHECK: ret i32 0
kernel void k(global int *p, int n) {
  int l = get_local_id(0);
  int kept[16], scratch[16];
  for (int i = 0; i < n; ++i) { kept[i] = p[i] + l; scratch[i] = p[i]; }
  p[l] = scratch[l & n];
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[l] += kept[l & n];
}
