// Work-items of a group are independent between barriers: LLVM vectorises the loop over them without a
// check of addresses, although a and b may overlap.
// RUN: muxc --pipeline=kernel --target=host --verify-each %s | FileCheck %s
// CHECK-LABEL: define hidden void @k(
// CHECK-NOT: memcheck
// CHECK: load <4 x float>, ptr addrspace(1)
// CHECK: store <4 x float> {{.*}}, ptr addrspace(1)
// CHECK-NOT: memcheck
kernel void k(global float *a, global float *b) {
  size_t i = get_global_id(0);
  b[i] = a[i] * 2.0f + b[i];
}
