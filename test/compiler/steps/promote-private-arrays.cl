// A private array in use over a barrier becomes values.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=promote-private-arrays --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define {{.*}}void @k(
// CHECK-NOT: alloca
// CHECK: ret void
// OFF-LABEL: define {{.*}}void @k(
// OFF: alloca [4 x float]
kernel void k(global float *p) {
  float x[4];
  for (int i = 0; i < 4; ++i) x[i] = p[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 4; ++i) p[i + get_local_id(0)] = x[i];
}
