// Members of structures at an int index: nothing is done lane by lane.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 --print-after=vectorize-kernels %s 2>%t.log >/dev/null
// RUN: FileCheck %s < %t.log

// CHECK-NOT: insertelement
// CHECK-NOT: extractelement
// CHECK: @gray.item.v{{[0-9]+}}(
// CHECK-NOT: insertelement
kernel void gray(global const uchar *restrict p, global uchar *restrict q) {
  int i = get_global_id(0);
  q[i] = (p[3 * i] + p[3 * i + 1] + p[3 * i + 2]) / 3;
}

// CHECK: @copies.item.v{{[0-9]+}}(
// CHECK-NOT: extractelement
kernel void copies(global const uchar *restrict p, global uchar *restrict q) {
  int i = get_global_id(0);
  q[3 * i] = p[i];
  q[3 * i + 1] = p[i];
  q[3 * i + 2] = p[i];
}
