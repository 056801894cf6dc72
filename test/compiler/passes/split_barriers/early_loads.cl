// A bound in memory is the same for all work-items, if it is read in front of writes and never written through its argument.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: define {{.*}}void @early(
// CHECK-NOT: guarded
// CHECK: ret void
kernel void early(global const int *bound, global int *p, local int *t) {
  int n = bound[get_group_id(0)], l = get_local_id(0);
  for (int i = 0; i < n; ++i) {
    t[l] = p[l] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[l] += t[l ^ 1];
  }
}
// CHECK-LABEL: define {{.*}}void @late(
// CHECK: guarded
// CHECK: ret void
kernel void late(global const int *bound, global int *p, local int *t) {
  int l = get_local_id(0);
  p[l] = 1;
  int n = bound[get_group_id(0)];
  for (int i = 0; i < n; ++i) {
    t[l] = p[l] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[l] += t[l ^ 1];
  }
}
// CHECK-LABEL: define {{.*}}void @written(
// CHECK: guarded
// CHECK: ret void
kernel void written(global int *bound, global int *p, local int *t) {
  int n = bound[0], l = get_local_id(0);
  for (int i = 0; i < n; ++i) {
    t[l] = p[l] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t[l ^ 1] == 5) bound[0] = 0;
  }
}
// CHECK-LABEL: define {{.*}}void @own(
// CHECK: guarded
// CHECK: ret void
kernel void own(global const int *bound, global int *p, local int *t) {
  int l = get_local_id(0), n = bound[l];
  for (int i = 0; i < n; ++i) {
    t[l] = p[l] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[l] += t[l ^ 1];
  }
}
