// Work-items that ask for global ids alone may run in groups of any size: entry points run rows of groups
// at once.
// RUN: muxc --pipeline=kernel --target=host --print-after=mark-group-invariant %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --print-after=entry-points %s 2>&1 >/dev/null | FileCheck --check-prefix=ENTRY %s
// CHECK-DAG: define {{.*}}void @alone({{.*}} #[[ALONE:[0-9]+]]
// CHECK-DAG: define {{.*}}void @local_id({{.*}} #[[NOT:[0-9]+]]
// CHECK-DAG: define {{.*}}void @group({{.*}} #[[ONE:[0-9]+]]
// CHECK-DAG: define {{.*}}void @memory({{.*}} #[[NOT]]
// CHECK-DAG: define {{.*}}void @barriers({{.*}} #[[NOT]]
// CHECK-DAG: define {{.*}}void @ids({{.*}} #[[IDS:[0-9]+]]
// CHECK-DAG: attributes #[[ALONE]] = {{{.*}}"kiln-group-scope" "kiln-merge-groups"
// CHECK-DAG: attributes #[[IDS]] = {{{.*}}"kiln-ignores-groups" "kiln-merge-groups"
// CHECK-DAG: attributes #[[ONE]] = {{{.*}}"kiln-merge-single-groups"
// CHECK-DAG: attributes #[[NOT]] = { nounwind "kiln-group-scope"
// ENTRY-LABEL: define hidden void @alone(
// ENTRY: %[[ROW:.*]] = sub nuw nsw i64 %{{.*}}, %group_id
// ENTRY: %[[RANGE:.*]] = sub nuw nsw i64 %last, %linear_group
// ENTRY: %[[COUNT:.*]] = call i64 @llvm.umin.i64(i64 %[[ROW]], i64 %[[RANGE]])
// ENTRY: call void @alone.group(
// ENTRY: add nuw i64 %linear_group, %[[COUNT]]
// ENTRY-LABEL: define hidden void @local_id(
// ENTRY-NOT: llvm.umin
// ENTRY: call void @local_id.group(
kernel void alone(global int *p) {
  p[get_global_id(0) + get_global_size(0) * get_global_id(1)] = get_num_groups(0);
}
kernel void ids(global int *p) { p[get_global_id(0)] = get_global_size(0); }
kernel void local_id(global int *p) { p[get_global_id(0)] = get_local_id(0); }
kernel void group(global int *p) { p[get_global_id(0)] = get_group_id(0); }
kernel void memory(global int *p, local int *t) { p[get_global_id(0)] = *t; }
kernel void barriers(global int *p) {
  p[get_global_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[get_global_id(1)] = 2;
}
