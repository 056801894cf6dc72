// A row of 8 work-items is one SIMD group from 0 on, so checks of its indices leave the loop over rows. They
// cost nothing, and rows win over columns: these scatter.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --emit=ll -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: kernel 'rows' is vectorised: 8 work-items along dimension 0
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void rows(global const float *in, global float *out,
                                                                constant float *factors, int width) {
  local float tile[64];
  int x = get_local_id(0), y = get_local_id(1);
  int first = (int)get_group_id(1) * 8 * width + (int)get_group_id(0) * 8;
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += factors[y * 8 + k] * in[first + k * width + x];
  tile[y * 8 + x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += tile[y * 8 + k] * factors[x * 8 + k];
  out[first + y * width + x] = sum;
}
