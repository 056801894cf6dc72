// Work-items at a barrier share local memory by their local ids: without an id along dimension 2, work-groups have
// one work-item there, so that SIMD groups along it would never be full. Without barriers it may be any number.
// RUN: muxc --target=host --target-properties=cpu=x86-64-v3 --pipeline=kernel -cl-kiln-remarks -o /dev/null %s 2>&1 | FileCheck %s
// REQUIRES: x86_64
// CHECK: kernel 'rows' is {{not vectorised|vectorised: .* along dimension 0}}
// CHECK: kernel 'planes' is vectorised: {{.*}} along dimension 2
// CHECK: kernel 'free' is vectorised: {{.*}} along dimension 2
kernel void rows(global float *a, global float *sums, uint n) {
  local float tile[64];
  uint x = get_local_id(0), z = get_global_id(2);
  tile[x] = a[x * n];
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[x * n + z] = exp(tile[x * 3 & 63] + a[(x * 5 & 63) * n + z]);
}

kernel void planes(global float *a, global float *sums, uint n) {
  local float tile[64];
  uint x = get_local_id(0), z = get_global_id(2);
  tile[x + get_local_id(2) * 8] = a[x * n];
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[x * n + z] = exp(tile[x * 3 & 63] + a[(x * 5 & 63) * n + z]);
}

kernel void free(global float *a, global float *sums, uint n) {
  uint x = get_local_id(0), z = get_global_id(2);
  sums[x * n + z] = exp(a[x * 3 & 63] + a[(x * 5 & 63) * n + z]);
}
