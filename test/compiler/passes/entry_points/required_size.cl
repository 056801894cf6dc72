// With a required work-group size trip counts are constants: only local sizes of the last groups are
// loaded.
// RUN: muxc --pipeline=kernel --target=host %s | FileCheck %s
// CHECK-LABEL: define hidden void @k(
// CHECK-NOT: getelementptr {{.*}} %schedule, i64 56
// CHECK: ret void
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global int *p) {
  p[get_global_id(0)] = get_local_id(0);
}
