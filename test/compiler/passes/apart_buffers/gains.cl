// Kernels with loops over two buffers gain by a variant for launches with buffers apart (flag 2048).
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: define {{.*}}void @sum({{.*}} !kiln.flags ![[FLAGS:[0-9]+]]
kernel void sum(global const float *a, global float *c, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) c[i] += a[k];
}
// CHECK: ![[FLAGS]] = !{i64 2048}
