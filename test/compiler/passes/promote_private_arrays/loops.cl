// Arrays indexed by counters become values: in loops, in loops of loops, and in functions that get their address.
// RUN: muxc --pipeline=kernel --target=host --print-after=promote-private-arrays %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host --print-after=promote-private-arrays %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define {{.*}}void @sums(
// CHECK-NOT: alloca
// CHECK: call void @__mux_work_group_barrier
// CHECK-COUNT-8: fadd float
// CHECK: call void @__mux_work_group_barrier
// CHECK: ret void
kernel void sums(global float *p, local float *l, int n) {
  float sum[2][4] = {};
  int me = get_local_id(0);
  for (int round = 0; round < n; ++round) {
    l[me] = p[me + round];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 4; ++j) sum[i][j] += l[4 * i + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 8; ++i) p[8 * me + i] = sum[i / 4][i % 4];
}

void addOne(float *to, local const float *l, int i) { to[i] += l[i]; }
void addAll(float *to, local const float *l) {
  for (int i = 0; i < 4; ++i) addOne(to, l, i);
}

// CHECK-LABEL: define {{.*}}void @calls(
// CHECK-NOT: alloca
// CHECK-COUNT-4: fadd float
// CHECK: ret void
kernel void calls(global float *p, local float *l) {
  float sum[4] = {};
  l[get_local_id(0)] = p[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  addAll(sum, l);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 4; ++i) p[i] = sum[i];
}

// The address of an element serves a loop and the code behind it.
// CHECK-LABEL: define {{.*}}void @behind(
// CHECK-NOT: alloca
// CHECK: ret void
kernel void behind(global float *p, local float *l, int n) {
  float x[4];
  for (int i = 0; i < 4; ++i) x[i] = p[i * n];
  do {
    l[get_local_id(0)] = x[3];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[3] = p[n--] + l[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (n > 0);
  for (int i = 0; i < 4; ++i) p[i] = 2 * x[3] * x[i];
}

// The counters of loops with one round are constants.
// CHECK-LABEL: define {{.*}}void @rounds(
// CHECK-NOT: alloca
// CHECK: ret void
kernel void rounds(global float4 *p, local float4 *l, int n) {
  float4 sum[4];
  for (int i = 0; i < 1; ++i)
    for (int j = 0; j < 4; ++j) sum[j + i] = 0;
  for (int round = 0; round < n; ++round) {
    l[get_local_id(0)] = p[round];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 1; ++i)
      for (int j = 0; j < 1; ++j)
        for (int k = 0; k < 4; ++k) sum[(i * 4 + k) * 1 + j] += l[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int j = 0; j < 4; ++j) p[4 * get_global_id(0) + j] = sum[j];
}
