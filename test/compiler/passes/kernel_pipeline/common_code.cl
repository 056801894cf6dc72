// Both sides of a divergent branch compute one index: it is computed once, and the store is contiguous.
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 %s | FileCheck %s
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --emit=ll -cl-kiln-vectorize=16 -cl-kiln-disable-steps=gvn-hoist %s | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define {{.*}}void @triangle(
// CHECK: store <16 x float>
// OFF-NOT: store <16 x float>
kernel void triangle(global const float *in, long from, global float *out, int rows, int width, int first) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  in += from;
  if (x > y + first) {
    out[z * rows * width + y * width + x] = 0;
  } else {
    out[z * rows * width + y * width + x] = in[z * rows * width + y * width + x];
  }
}
