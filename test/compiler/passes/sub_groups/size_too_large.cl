// A power of 2 above 64 is an error, without further ones behind it.
// RUN: not muxc -cl-std=CL3.0 --pipeline=kernel --target=host %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}a sub-group size of 128 is not supported
// CHECK-NOT: error:
kernel __attribute__((intel_reqd_sub_group_size(128))) void k(global int *p) {
  p[get_global_id(0)] = sub_group_reduce_add((int)get_sub_group_local_id());
}
