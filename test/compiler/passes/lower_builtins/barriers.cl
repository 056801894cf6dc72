// Each barrier has an id of its own, and SPIR-V's scope and semantics: work-group memory 0x100,
// cross-work-group memory 0x200, sequentially consistent 0x10.
// RUN: muxc --passes='function(sroa),lower-builtins' -cl-std=CL3.0 %s | FileCheck %s

// CHECK-LABEL: @__clang_ocl_kern_imp_k(
// CHECK: call void @__mux_work_group_barrier(i32 [[A:[0-9]+]], i32 2, i32 272)
// CHECK-NOT: call void @__mux_work_group_barrier(i32 [[A]],
// CHECK: call void @__mux_work_group_barrier(i32 {{[0-9]+}}, i32 2, i32 528)
// CHECK-NOT: call void @__mux_work_group_barrier(i32 [[A]],
// CHECK: call void @__mux_work_group_barrier(i32 {{[0-9]+}}, i32 2, i32 784)
kernel void k() {
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// CHECK-LABEL: define {{.*}}@variable(
// CHECK: [[LOCAL:%.*]] = and i32 %flags, 3
// CHECK-NEXT: shl i32 [[LOCAL]], 8
// CHECK-NEXT: [[IMAGE:%.*]] = and i32 %flags, 4
// CHECK-NEXT: shl i32 [[IMAGE]], 9
// CHECK: call void @__mux_work_group_barrier(i32 {{[0-9]+}}, i32 2, i32 %{{.*}})
void variable(uint flags) { barrier(flags); }

// CHECK: declare void @__mux_work_group_barrier(i32, i32, i32) [[BARRIER:#[0-9]+]]
// CHECK: attributes [[BARRIER]] = { convergent
