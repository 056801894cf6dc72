// Equal code for SIMD groups at a boundary is one function in a large kernel.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=mark-group-invariant %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-disable-steps=share-boundaries --print-after=mark-group-invariant %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: call <16 x float> @kiln.boundary(
// OFF-NOT: @kiln.boundary
// OFF: masked.gather
#define X4(x) x x x x
kernel void k(global float *out, local float *tile, int n, float b) {
  int l = get_local_id(0);
  float a = out[l];
  tile[l] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  a = tile[(l + 3) % n];
  X4(X4(X4(X4(X4(a = a * 3.0f + b; b = b * a + 1.0f;)))))
  out[l] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  a += tile[(l + 5) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = a;
}
