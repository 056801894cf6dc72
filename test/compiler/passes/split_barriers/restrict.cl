// A pointer stored across a barrier derives from a restrict argument. The region reloading it cannot know,
// so its parameters lose noalias.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define {{.*}}void @k(
// CHECK-NOT: noalias
// CHECK-LABEL: define internal i32 @k.region1(
// CHECK-SAME: %a, ptr addrspace(1)
// CHECK-NOT: noalias
// CHECK: ret i32 0
kernel void k(global int *restrict a, global int *restrict b) {
  int l = get_local_id(0);
  global int *p = a + b[l];
  *p = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[l] += 1;
  b[l] = *p;
}
