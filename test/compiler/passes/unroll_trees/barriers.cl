// Loops around barriers whose counter doubles or halves are unrolled. Large ones are in code for one local size alone,
// where the local size counts as a constant.
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host --local-size=256,1,1 --print-after=split-barriers %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: define {{.*}}void @sum(
// CHECK-NOT: phi
// CHECK-COUNT-8: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
// CHECK: ret void
kernel void sum(local float *a, global float *out) {
  uint l = get_local_id(0);
  for (uint d = 128; d > 0; d /= 2) {
    if (l < d) a[l] += a[l + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = a[0];
}

// The number of rounds is not known.
// CHECK-LABEL: define {{.*}}void @sum_of(
// CHECK-COUNT-1: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
// CHECK: ret void
kernel void sum_of(local float *a, global float *out, uint n) {
  uint l = get_local_id(0);
  for (uint d = n; d > 0; d /= 2) {
    if (l < d) a[l] += a[l + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = a[0];
}

// A counter that counts up is none of a tree.
// CHECK-LABEL: define {{.*}}void @tiles(
// CHECK-COUNT-1: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
// CHECK: ret void
kernel void tiles(local float *a, global float *out) {
  uint l = get_local_id(0);
  for (uint d = 0; d < 8; ++d) {
    a[l] += a[d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = a[0];
}

// 36 steps, 8 stages. A flag asks for code of a local size.
// CHECK-LABEL: define {{.*}}void @sort({{.*}} !kiln.flags
// CHECK-COUNT-1: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
// CHECK: ret void
// ONE: define internal i32 @sort.region36(
// ONE-NOT: @sort.region37(
kernel void sort(local uint *a, global uint *out) {
  uint l = get_local_id(0);
  for (uint stage = 2; stage <= 256; stage *= 2)
    for (uint d = stage / 2; d > 0; d /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint low = 2 * l - (l & (d - 1));
      uint x = a[low], y = a[low + d];
      if ((x > y) == ((low & stage) == 0)) {
        a[low] = y;
        a[low + d] = x;
      }
    }
  out[l] = a[l];
}

// The local size decides the rounds.
// CHECK-LABEL: define {{.*}}void @sum_by_size({{.*}} !kiln.flags
// CHECK-COUNT-1: call void @__mux_work_group_barrier(
// CHECK-NOT: call void @__mux_work_group_barrier(
// CHECK: ret void
kernel void sum_by_size(local float *a, global float *out) {
  uint l = get_local_id(0);
  for (uint d = get_local_size(0) / 2; d > 0; d /= 2) {
    if (l < d) a[l] += a[l + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = a[0];
}
