// Arrays that stay: with an index from memory, larger than the limit, counted by a loop with a barrier, or counted
// by a loop without a constant number of rounds. Their loops are not unrolled.
// RUN: muxc --pipeline=kernel --target=host --print-after=promote-private-arrays %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define {{.*}}void @index(
// CHECK: alloca [4 x float]
kernel void index(global float *p, global int *at) {
  float x[4] = {p[0], p[1], p[2], p[3]};
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[get_local_id(0)] = x[*at & 3];
}

// CHECK-LABEL: define {{.*}}void @large(
// CHECK: alloca [256 x float]
// CHECK-COUNT-1: load float
// CHECK-NOT: load float
// CHECK: call void @__mux_work_group_barrier
kernel void large(global float *p) {
  float x[256];
  for (int i = 0; i < 256; ++i) x[i] = p[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 256; ++i) p[i] = x[255 - i];
}

// CHECK-LABEL: define {{.*}}void @barriers(
// CHECK: alloca [4 x float]
// CHECK-COUNT-1: call void @__mux_work_group_barrier
// CHECK-NOT: call void @__mux_work_group_barrier
kernel void barriers(global float *p) {
  float x[4] = {};
  for (int i = 0; i < 4; ++i) {
    x[i] += p[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    p[i + get_local_id(0)] = x[i];
  }
}

// CHECK-LABEL: define {{.*}}void @rounds(
// CHECK: alloca [4 x float]
kernel void rounds(global float *p, int n) {
  float x[4] = {};
  for (int i = 0; i < n; ++i) x[i] = p[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[get_local_id(0)] = x[n];
}

// CHECK-LABEL: define {{.*}}void @no_barrier(
// CHECK: alloca [4 x float]
kernel void no_barrier(global float *p) {
  float x[4];
  for (int i = 0; i < 4; ++i) x[i] = p[i];
  for (int i = 0; i < 4; ++i) p[i] = x[3 - i];
}
