// Work-items may return early; the others have a continuation each. Until one has returned, a copy of each region runs
// for all. Behind a region that may separate them, the continuations are compared.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define {{.*}}void @k(
// CHECK: region0:
// CHECK: call i32 @k.region0.together.items(
// CHECK: region1:
// CHECK-NEXT: call i32 @k.region1.together.items(
// CHECK-NEXT: br label %done
// CHECK: region1.apart:
// CHECK: call void @k.region1.guarded.items({{.*}}, ptr %next)
// CHECK-NEXT: br label %dispatch
// CHECK: dispatch:
// CHECK: i32 1, label %region1.apart
// CHECK: vector.reduce.or
// CHECK: br i1 %{{.*}}, label %agreed0, label %separated0
// CHECK: agreed0:
// CHECK: i32 1, label %region1
// CHECK: separated0:
// CHECK: vector.reduce.umax
// CHECK-LABEL: define internal i32 @k.region0.together(
// CHECK: store i32 0, ptr
// CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(
// CHECK: store i32 1, ptr %[[SLOT]]
// CHECK-LABEL: define internal i32 @k.region1.together(
// CHECK-NOT: store i32 0
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
