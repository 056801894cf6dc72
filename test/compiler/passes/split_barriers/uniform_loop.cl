// The counter of a uniform loop is stored once for the group. No work-item has a continuation of its own,
// and no frame exists.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define {{.*}}void @k(
// CHECK-NOT: !kiln.frame
// CHECK: %[[I:uniform.*]] = alloca i32
// CHECK-NOT: kiln.item_frame
// CHECK: call i32 @k.region0.items({{.*}}ptr %[[I]])
// CHECK: %[[NOW:.*]] = load i32, ptr %[[I]]
// CHECK: call i32 @k.region1.items({{.*}}i32 %[[NOW]], ptr %[[I]])
kernel void k(global int *p, int n) {
  for (int i = 0; i < n; ++i) {
    p[get_local_id(0)] += i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
