// All names of one function of sub-groups become the same function of the closed set.
// RUN: muxc -cl-std=CL3.0 --pipeline=finalize --target=host %s | FileCheck %s
// CHECK: call i32 @__mux_sub_group_reduce_add_i32(i32 %a)
// CHECK: call i32 @__mux_sub_group_reduce_add_i32(i32 %a)
// CHECK: call i8 @__mux_sub_group_scan_exclusive_smax_i8(i8 %c)
// CHECK: call i1 @__mux_sub_group_any(i1 %
// CHECK: call float @__mux_sub_group_broadcast_f32(float %x, i32 2)
// CHECK: call i32 @__mux_sub_group_clustered_reduce_umin_i32(i32 %{{.*}}, i32 4)
// CHECK: [[TRUTH:%.*]] = zext i1 %{{.*}} to i32
// CHECK: [[ALL:%.*]] = call i32 @__mux_sub_group_clustered_reduce_and_i32(i32 [[TRUTH]], i32 %n)
// CHECK: icmp ne i32 [[ALL]], 0
// Clusters are of sub-groups only.
// RUN: not muxc -cl-std=CL3.0 --pipeline=finalize --target=host -DCLUSTERS %s 2>&1 | FileCheck --check-prefix=CLUSTERS %s
// CLUSTERS: work_group_clustered_reduce_add
#define OVERLOADED __attribute__((overloadable, convergent))
char OVERLOADED intel_sub_group_scan_exclusive_max(char);
int OVERLOADED work_group_clustered_reduce_add(int, uint);

kernel void k(int a, char c, float x, uint n, global int *out, global float *floats) {
  out[0] = sub_group_reduce_add(a);
  out[1] = sub_group_non_uniform_reduce_add(a);
  out[2] = intel_sub_group_scan_exclusive_max(c);
  out[3] = sub_group_non_uniform_any(a);
  floats[0] = sub_group_non_uniform_broadcast(x, 2);
  out[4] = sub_group_clustered_reduce_min((uint)a, 4);
  out[5] = sub_group_clustered_reduce_logical_and(a, n);
#ifdef CLUSTERS
  out[6] = work_group_clustered_reduce_add(a, 2);
#endif
}
