// No symbol or attribute of the compiler's own is left, optimised or not. (kiln.user.… are definitions.)
// RUN: muxc --pipeline=kernel --target=host --verify-each %s | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --verify-each -cl-opt-disable %s | FileCheck %s
// CHECK-NOT: @__mux_
// CHECK-NOT: @kiln.{{[^pu]|p[^r]}}
// CHECK: define hidden void @k(
// CHECK-NOT: call {{.*}}@__mux_
// CHECK-NOT: call {{.*}}@kiln.{{[^u]}}
// CHECK-NOT: addrspacecast
// CHECK-NOT: target("spirv
float twice(float x) { return x + x; }
kernel void k(global float *p, local float *t, constant float *c) {
  local float own[8];
  int l = get_local_id(0);
  event_t e = async_work_group_copy(t, p, 8, 0);
  wait_group_events(1, &e);
  own[l & 7] = twice(t[l]) + c[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = own[(l + 1) & 7];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
