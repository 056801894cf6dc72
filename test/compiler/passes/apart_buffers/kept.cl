// Not where the source has restrict, without a loop or a value kept in memory, or where pointers come from memory or numbers.
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -DK=0 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -DK=1 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -DK=2 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -DK=3 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -DK=4 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -DK=5 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -DK=6 --print-after=apart-buffers %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: define {{.*}}void @k(
// CHECK-NOT: kiln.flags
#if K == 0
kernel void k(global const float *restrict a, global float *restrict c, int n) {
  for (int j = 0; j < n; ++j) c[get_global_id(0)] += a[j];
}
#elif K == 1
kernel void k(global const float *a, global float *c, int n) { c[get_global_id(0)] += a[n]; }
#elif K == 2
kernel void k(global const float *a, global float *c, int n) {
  for (int j = 0; j < n; ++j) c[j * n + get_global_id(0)] = a[j] + c[j * n];
}
#elif K == 3
kernel void k(global float *global *a, global float *c, int n) {
  for (int j = 0; j < n; ++j) c[get_global_id(0)] += a[j][0];
}
#elif K == 5
struct P { global float *p[4]; };
kernel void k(global struct P *s, global float *a, global float *c, int n) {
  struct P t = *s;
  for (int j = 0; j < n; ++j) c[get_global_id(0)] += a[0] + t.p[(j + n) & 3][0];
}
#elif K == 6
kernel void k(ulong8 s, global float *a, global float *c, int n) {
  union { ulong8 numbers; global float *p[8]; } t;
  t.numbers = s;
  for (int j = 0; j < n; ++j) c[get_global_id(0)] += a[0] + t.p[(j + n) & 7][0];
}
#else
kernel void k(global const ulong *a, global float *c, int n) {
  for (int j = 0; j < n; ++j) c[get_global_id(0)] += *(global float *)a[j];
}
#endif
