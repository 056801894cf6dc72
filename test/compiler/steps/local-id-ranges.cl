// An index made by a bitwise or is a sum where the local size is known, also where it is computed again behind a barrier.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=local-id-ranges --print-after=split-barriers %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define internal i32 @k.region1(
// CHECK: or disjoint i64
// CHECK: ret i32 0
// OFF-LABEL: define internal i32 @k.region1(
// OFF-NOT: disjoint
// OFF: ret i32 0
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void k(global float *p, local float *shared) {
  size_t lid = get_local_id(0), first = get_group_id(0) << 11;
  global float *at = &p[(first | lid) | 256];
  shared[lid] = *at;
  barrier(CLK_LOCAL_MEM_FENCE);
  *at = shared[255 - lid];
}
