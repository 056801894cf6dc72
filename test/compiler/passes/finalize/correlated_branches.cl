// Threading the second branch through the block of the barrier would copy the barrier.
// RUN: muxc --pipeline=finalize --verify-each %s | FileCheck %s

// CHECK-LABEL: @k(
// CHECK-COUNT-1: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
kernel void k(global int *p, int n) {
  const bool large = n > 3;
  if (large) {
    p[0] = 1;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (large) {
    p[1] = 2;
  }
}

// The block in front of the loop's end, and the exits of a loop, stay one.
// CHECK-LABEL: @loop(
// CHECK-COUNT-2: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
kernel void loop(global int *p, int n) {
  for (int i = 0;; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (p[i] == n) {
      break;
    }
    if (i == 100) {
      return;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
