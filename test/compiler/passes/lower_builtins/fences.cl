// Fences: acquire 2, release 4, acquire and release 8, sequentially consistent 16.
// RUN: muxc --passes='function(sroa),lower-builtins' -cl-std=CL3.0 %s | FileCheck %s

// CHECK-LABEL: @__clang_ocl_kern_imp_k(
// CHECK: call void @__mux_mem_fence(i32 2, i32 264)
// CHECK: call void @__mux_mem_fence(i32 2, i32 514)
// CHECK: call void @__mux_mem_fence(i32 2, i32 260)
// CHECK: call void @__mux_mem_fence(i32 2, i32 264)
// CHECK: call void @__mux_mem_fence(i32 2, i32 768)
// CHECK: call void @__mux_mem_fence(i32 4, i32 514)
kernel void k() {
  mem_fence(CLK_LOCAL_MEM_FENCE);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
  write_mem_fence(CLK_LOCAL_MEM_FENCE);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_relaxed,
                         memory_scope_work_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_item);
}
