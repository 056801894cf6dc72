// Work-items one by one come back to the lines of a loop over the grid when these are gone, so even lanes
// that take turns at atomics pay. Within a work-group lines are near.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-DAG: define internal i32 @grid.region1.v{{[0-9]+}}(
// CHECK-NOT: define internal i32 @group.region1.v
kernel void grid(global const uint *in, global uint *out, uint n) {
  local uint bins[64];
  uint l = get_local_id(0);
  for (uint i = l; i < 64; i += get_local_size(0)) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&bins[in[i] & 63u], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = l; i < 64; i += get_local_size(0)) out[get_group_id(0) * 64 + i] = bins[i];
}
kernel void group(global const uint *in, global uint *out, uint n) {
  local uint bins[64];
  uint l = get_local_id(0);
  for (uint i = l; i < 64; i += get_local_size(0)) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint first = get_group_id(0) * get_local_size(0) * n + l;
  for (uint i = 0; i < n; ++i) atomic_add(&bins[in[first + i * get_local_size(0)] & 63u], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = l; i < 64; i += get_local_size(0)) out[get_group_id(0) * 64 + i] = bins[i];
}
