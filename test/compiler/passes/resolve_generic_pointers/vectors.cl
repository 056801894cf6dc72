// A function for all address spaces costs a kernel nothing: its accesses are vectors, as in a function for
// global memory.
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3" %s | FileCheck %s
// CHECK-NOT: addrspace(4)
// CHECK: load <[[N:[0-9]+]] x float>, ptr addrspace(1)
// CHECK: store <[[N]] x float>
// CHECK-NOT: addrspace(4)
void scale(float *p, float by) { *p *= by; }
kernel void k(global float *a) { scale(a + get_global_id(0), 2.0f); }
