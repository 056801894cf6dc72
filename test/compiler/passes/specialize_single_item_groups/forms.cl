// Kernels that ask for their group's id, but for no local id, have a variant for groups of one work-item.
// Entry points run rows of these groups at once.
// RUN: muxc --pipeline=kernel --target=host --print-after=specialize-single-item-groups %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --print-after=entry-points %s 2>&1 >/dev/null | FileCheck --check-prefix=ENTRY %s
// RUN: muxc --pipeline=kernel --target=host --local-size=8,1,1 --print-after=specialize-single-item-groups %s 2>&1 >/dev/null | FileCheck --check-prefix=KNOWN %s
// KNOWN-NOT: kiln-merge-single-groups

// CHECK-LABEL: define {{.*}}void @row(
// CHECK: alloca
// CHECK: [[SIZE:%.*]] = call i64 @__mux_get_enqueued_local_size(i32 0)
// CHECK: [[ONE:%.*]] = icmp eq i64 [[SIZE]], 1
// CHECK: br i1 [[ONE]], label %{{.*}}.one, label %
// CHECK: call i64 @__mux_get_group_id(i32 0)
// CHECK: call i64 @__mux_get_local_size(i32 0)
// CHECK: .one:
// CHECK: [[ID:%.*]] = call i64 @__mux_get_global_id(i32 0)
// CHECK: [[OFFSET:%.*]] = call i64 @__mux_get_global_offset(i32 0)
// CHECK: sub i64 [[ID]], [[OFFSET]]
// CHECK-NOT: @__mux_get_group_id(i32 0)
// CHECK-NOT: @__mux_get_local_size(i32 0)
// CHECK: ret void
// ENTRY-LABEL: define hidden void @row(
// ENTRY: [[ROW:%.*]] = call i64 @llvm.umin.i64(
// ENTRY: [[ONE:%.*]] = icmp eq i64 %{{.*}}, 1
// ENTRY: [[COUNT:%.*]] = select i1 [[ONE]], i64 [[ROW]], i64 1
// ENTRY: call void @row.group(
// ENTRY: add nuw i64 %linear_group, [[COUNT]]
kernel void row(int n, global const float *a, global float *b) {
  int row = get_group_id(0);
  float last[64];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[row * n + i] * last[i & 63];
    last[(i * 7) & 63] = sum;
  }
  b[row * get_local_size(0)] = sum + get_num_groups(0);
}

// No variant for kernels with local ids, barriers, local memory, or group ids along y or z alone.
// CHECK-LABEL: define {{.*}}void @place(
// CHECK-NOT: .one
// CHECK-LABEL: attributes #0
// ENTRY-LABEL: define hidden void @place(
// ENTRY-NOT: call {{.*}}llvm.umin
// ENTRY-LABEL: attributes #0
kernel void place(global int *p) { p[get_global_id(0)] = get_group_id(0) + get_local_id(0); }
kernel void wait(global int *p) {
  p[get_group_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[get_group_id(0) + 1] = 2;
}
kernel void memory(global int *p, local int *t) { p[get_group_id(0)] = *t; }
kernel void column(global int *p) { p[get_global_id(0)] = get_group_id(1); }
