// Work-items may return early; the others have a continuation each.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define {{.*}}void @k(
// CHECK: call void @k.region0.guarded.items({{.*}}, ptr %next)
// CHECK: call void @k.region1.guarded.items({{.*}}, ptr %next)
// CHECK-LABEL: define internal void @k.region0.guarded(
// CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(
// CHECK: %[[NEXT:.*]] = call i32 @k.region0(
// CHECK: store i32 %[[NEXT]], ptr %[[SLOT]]
// CHECK: store i32 %{{.*}}, ptr %2
// CHECK-LABEL: define internal void @k.region1.guarded(
// CHECK: %continuation = load i32
// CHECK: icmp eq i32 %continuation, 1
// CHECK: call i32 @k.region1(
kernel void k(global int *p, local int *t) {
  int l = get_local_id(0);
  if (p[l] < 0) return;
  t[l] = p[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[l] = t[l ^ 1];
}
