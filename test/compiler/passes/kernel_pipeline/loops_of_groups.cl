// The loop over work-groups is marked, so that its counter stays as written. A loop over the work-items of
// a known size is unrolled, and so are a program's own loops.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=never --verify-each %s | FileCheck %s
// CHECK-LABEL: define hidden void @any(
// CHECK: label %group, label %done, !llvm.loop ![[GROUPS:[0-9]+]]
// CHECK-LABEL: define hidden void @four(
// CHECK-COUNT-4: store i32 {{.*}}, ptr addrspace(1)
// CHECK-NOT: store
// CHECK-LABEL: define hidden void @own(
// CHECK-NOT: label %for.body
// CHECK-DAG: ![[GROUPS]] = distinct !{![[GROUPS]], ![[ROWS:[0-9]+]]}
// CHECK-DAG: ![[ROWS]] = !{!"kiln.outer_loop"}
kernel void any(global int *a) { a[get_global_id(0)] += get_group_id(1); }

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void four(global int *a) {
  a[3 * get_global_id(0)] = get_local_id(0);
}

kernel void own(global int *a, global const int *b) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum = 3 * sum ^ b[i + get_global_id(0)];
  a[get_global_id(0)] = sum;
}
