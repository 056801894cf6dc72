// SIMD groups at a boundary test for a window of elements in a small kernel, and gather in a large one.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -DLARGE --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s --check-prefix=LARGE
// CHECK-LABEL: define internal void @k.item.v16(
// CHECK: strided:
// CHECK: boundary:
// CHECK: kiln.permute
// LARGE-LABEL: define internal void @k.item.v16(
// LARGE: strided:
// LARGE: boundary:
// LARGE-NOT: kiln.permute
// LARGE: masked.gather
// LARGE-NOT: kiln.permute
#define X4(x) x x x x
#ifdef LARGE
#define WORK X4(X4(X4(X4(X4(a = a * 3.0f + b; b = b * a + 1.0f;)))))
#else
#define WORK
#endif
kernel void k(global const float *in, global float *out, uint n, float b) {
  uint i = get_global_id(0);
  float a = in[(i + 1) % n];
  WORK
  out[i] = a;
}
