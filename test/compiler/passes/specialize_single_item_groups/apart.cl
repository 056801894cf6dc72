// Common code of both variants is not merged again: in the variant for larger groups, values of the group's
// id are uniform and stay so.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-variants %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck --check-prefix=VECTOR %s

// CHECK-LABEL: define {{.*}}void @shared(
// CHECK: [[SIZE:%.*]] = call range(i64 1, 4097) i64 @__mux_get_enqueued_local_size(i32 0)
// CHECK: [[ONE:%.*]] = icmp eq i64 [[SIZE]], 1
// CHECK: br i1 [[ONE]]
// CHECK: call void @[[IF:shared[a-z.]*]].items(
// CHECK: call void @[[ELSE:shared[a-z.]*]].items(
// CHECK: define internal void @[[IF]](
// CHECK-NOT: call i64 @__mux_get_group_id
// CHECK: define internal void @[[ELSE]](
// CHECK: call i64 @__mux_get_group_id
// CHECK-NOT: @__mux_get_enqueued_local_size
// CHECK: ret void

// VECTOR: define internal void @shared.item.else.v[[N:[0-9]+]](
// VECTOR: load i32, ptr addrspace(1)
// VECTOR-NOT: load i32
// VECTOR: load <[[N]] x i32>
// VECTOR-NOT: load i32
// VECTOR: ret void
kernel void shared(global int *out, global const int *sums) {
  int group = get_group_id(0);
  if (group > 0)
    out[get_global_id(0)] += sums[group - 1];
}
