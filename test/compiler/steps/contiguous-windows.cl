// Elements within a few vectors are loaded whole and permuted.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=8 -cl-kiln-disable-steps=contiguous-windows --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal void @partner.item.v8(
// CHECK: @kiln.permute.v8i32(
// OFF-LABEL: define internal void @partner.item.v8(
// OFF-NOT: @kiln.permute
// OFF: masked.gather
kernel void partner(global const int *in, global int *out, int j) {
  int i = get_global_id(0);
  out[i] = in[i ^ j];
}
