// An unsupported sub-group size is an error.
// RUN: not muxc -cl-std=CL3.0 --pipeline=kernel --target=host %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}a sub-group size of 3 is not supported
kernel __attribute__((intel_reqd_sub_group_size(3))) void k(global uint *p) {
  p[get_global_id(0)] = get_max_sub_group_size();
}
