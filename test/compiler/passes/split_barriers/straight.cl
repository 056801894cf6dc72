// A barrier in straight code gives two regions in sequence. Cheap expressions of ids and arguments are
// computed again; a loaded value is in the work-item's frame.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define {{.*}}void @k(
// CHECK-SAME: !kiln.frame ![[FRAME:[0-9]+]]
// CHECK: call i32 @k.region0.items(
// CHECK: call i32 @k.region1.items(
// CHECK-LABEL: define internal i32 @k.region0(
// CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(i64 0, i64 4)
// CHECK: store i32 %{{.*}}, ptr %[[SLOT]]
// CHECK-NEXT: ret i32 1
// CHECK-LABEL: define internal i32 @k.region1(
// CHECK: call {{.*}}i64 @__mux_get_local_id(i32 0)
// CHECK: load i32, ptr %{{.*}}
// CHECK: ret i32 0
// CHECK-NOT: call void @__mux_work_group_barrier
// CHECK: ![[FRAME]] = !{i64 0, i64 8, i64 16, i64 128}
kernel void k(global int *p, local int *t) {
  int l = get_local_id(0);
  int x = p[l];
  t[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[l] = t[l ^ 1] + x;
}
