// Simplification neither copies nor moves nor merges barriers.
// RUN: muxc --pipeline=finalize --verify-each %s | FileCheck %s

// CHECK-LABEL: @k(
// CHECK-COUNT-3: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
// CHECK: ret void
kernel void k(global int *p, local int *l, int n) {
  int i = get_local_id(0);
  if (n > 3) {
    l[i] = p[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[i] = l[i + 1];
  } else {
    l[i] = p[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[i] = l[i + 1];
  }
  for (int j = 0; j < 2; ++j) {
    barrier(CLK_LOCAL_MEM_FENCE);
    l[j] += i;
  }
}
