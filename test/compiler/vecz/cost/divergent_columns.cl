// A SIMD group that walks down a column pays for a page of memory in each row. Twice the lanes share it, where branches
// keep SIMD groups from running together. Rows that follow each other closely, and local memory, have no such cost.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: kernel 'column' is vectorised: 32 work-items
kernel void column(global const float *in, global float *out, int rows, int width) {
  int x = get_global_id(0);
  float most = 0;
  for (int y = 0; y < rows; ++y) {
    float v = in[y * width + x];
    if (v > most) out[x] = most = v;
  }
}
// CHECK-DAG: kernel 'narrow' is vectorised: 16 work-items
kernel void narrow(global const float *in, global float *out, int rows) {
  int x = get_global_id(0);
  float most = 0;
  for (int y = 0; y < rows; ++y) {
    float v = in[y * 64 + x];
    if (v > most) out[x] = most = v;
  }
}
// CHECK-DAG: kernel 'near' is vectorised: 16 work-items
kernel void near(local const float *in, global float *out, int rows, int width) {
  int x = get_global_id(0);
  float most = 0;
  for (int y = 0; y < rows; ++y) {
    float v = in[y * width + x];
    if (v > most) out[x] = most = v;
  }
}
