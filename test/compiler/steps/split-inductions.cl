// A pointer in a loop with a barrier becomes its start and an offset of the work-group.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=split-inductions --print-after=split-barriers %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define {{.*}}void @k(
// CHECK: phi i64 [ 0,
// CHECK-NOT: phi ptr
// CHECK: ret void
// OFF-LABEL: define internal i32 @k.region1(
// OFF: load ptr addrspace(1), ptr
kernel void k(global float *p, int n) {
  p += get_local_id(0);
  for (int i = 0; i < n; ++i, p += 64) {
    *p += 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    *p *= 2;
  }
}
