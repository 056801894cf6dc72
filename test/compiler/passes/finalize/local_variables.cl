// A load behind a barrier reads values of other work-items: no store before the barrier is forwarded to it.
// RUN: muxc --pipeline=finalize %s | FileCheck %s
// RUN: muxc --pipeline=finalize --emit=bc %s -o %t.bc
// RUN: muxc --passes='require<globals-aa>,function(gvn,dse)' %t.bc | FileCheck %s

// CHECK-LABEL: @k(
// CHECK: store i32 {{%.*}}, ptr addrspace(3) @k.shared
// CHECK: call void @__mux_work_group_barrier(
// CHECK: load i32, ptr addrspace(3) @k.shared
kernel void k(global int *p) {
  local int shared;
  shared = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = shared;
}
