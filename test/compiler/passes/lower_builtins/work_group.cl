// Work-group functions become functions of the closed set, by the types' own operations.
// RUN: muxc -cl-std=CL3.0 --pipeline=finalize --target=host %s | FileCheck %s
// CHECK: %[[X:.*]] = icmp ne i32 %a, 0
// CHECK: %[[ALL:.*]] = call i1 @__mux_work_group_all(i1 %[[X]])
// CHECK: call i1 @__mux_work_group_any(i1 %[[X]])
// CHECK: call i32 @__mux_work_group_reduce_add_i32(i32 %a)
// CHECK: call i32 @__mux_work_group_scan_inclusive_smin_i32(i32 %a)
// CHECK: call i32 @__mux_work_group_scan_exclusive_umax_i32(i32
// CHECK: call i64 @__mux_work_group_reduce_umin_i64(i64
// CHECK: call float @__mux_work_group_reduce_fadd_f32(float
// CHECK: call double @__mux_work_group_scan_inclusive_fmax_f64(double
// CHECK: call i32 @__mux_work_group_broadcast_i32(i32 %a, i64 3)
// CHECK: %[[SY:.*]] = call i64 @__mux_get_local_size(i32 1)
// CHECK: %[[Z:.*]] = shl i64 %[[SY]], 1
// CHECK: %[[ZY:.*]] = {{add|or}} {{.*}}i64 %[[Z]], 1
// CHECK: %[[SX:.*]] = call i64 @__mux_get_local_size(i32 0)
// CHECK: %[[ROW:.*]] = mul i64 %[[ZY]], %[[SX]]
// CHECK: %[[INDEX:.*]] = add i64 %[[ROW]], 5
// CHECK: call double @__mux_work_group_broadcast_f64(double {{.*}}, i64 %[[INDEX]])
// CHECK-NOT: call spir_func
kernel void k(global int *p, int a) {
  p[0] = work_group_all(a);
  p[1] = work_group_any(a);
  p[2] = work_group_reduce_add(a);
  p[3] = work_group_scan_inclusive_min(a);
  p[4] = work_group_scan_exclusive_max((uint)p[0]);
  p[5] = work_group_reduce_min((ulong)p[0]);
  p[6] = work_group_reduce_add((float)p[0]);
  p[7] = work_group_scan_inclusive_max((double)p[0]);
  p[8] = work_group_broadcast(a, 3);
  p[9] = work_group_broadcast((double)p[0], 5, 1, 2);
}
