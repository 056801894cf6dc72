// The second half of a split barrier holds up the group. The first half is a release fence (4).
// RUN: muxc --passes='function(sroa),lower-builtins' -cl-std=CL3.0 %s | FileCheck %s

#define DECLARED void __attribute__((overloadable))
DECLARED intel_work_group_barrier_arrive(cl_mem_fence_flags flags);
DECLARED intel_work_group_barrier_arrive(cl_mem_fence_flags flags, memory_scope scope);
DECLARED intel_work_group_barrier_wait(cl_mem_fence_flags flags);
DECLARED intel_work_group_barrier_wait(cl_mem_fence_flags flags, memory_scope scope);

// CHECK-LABEL: @__clang_ocl_kern_imp_k(
// CHECK: call void @__mux_mem_fence(i32 2, i32 260)
// CHECK: call void @__mux_work_group_barrier(i32 {{[0-9]+}}, i32 2, i32 272)
// CHECK: call void @__mux_mem_fence(i32 1, i32 516)
// CHECK: call void @__mux_work_group_barrier(i32 {{[0-9]+}}, i32 1, i32 528)
kernel void k() {
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
  intel_work_group_barrier_arrive(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  intel_work_group_barrier_wait(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
}
