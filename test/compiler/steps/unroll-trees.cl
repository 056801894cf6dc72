// A loop that halves the distance of shuffles is unrolled.
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host -cl-kiln-disable-steps=unroll-trees --print-after=split-inductions %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define {{.*}}void @k(
// CHECK-NOT: phi
// CHECK: ret void
// OFF-LABEL: define {{.*}}void @k(
// OFF: phi
// OFF: ret void
kernel void k(global float *p) {
  float x = p[get_global_id(0)];
  for (uint n = 16; n > 0; n /= 2) x += sub_group_shuffle_xor(x, n);
  p[get_global_id(0)] = x;
}
