// A loop that lanes leave one by one, and in which each iteration waits for the one before, gets twice the lanes
// of a vector register: the wait is the same. Loops with work enough, and uniform ones, do not.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: kernel 'waits' is vectorised: 16 work-items
// CHECK: kernel 'works' is vectorised: 8 work-items
// CHECK: kernel 'uniform' is vectorised: 8 work-items
kernel void waits(global float *a) {
  size_t i = get_global_id(0);
  float x = a[i];
  while (x < 1e6f) x = sqrt(x * x + 3.0f) * 1.5f;
  a[i] = x;
}
kernel void works(global float *a, float8 v, float8 w) {
  size_t i = get_global_id(0);
  float x = a[i];
  float8 sum = 0, other = 1;
  while (x < 1e6f) {
    x += 3.0f;
    sum += x * v;
    other += x * w;
  }
  a[i] = dot(sum.lo + other.lo, sum.hi + other.hi);
}
kernel void uniform(int n, global float *a) {
  size_t i = get_global_id(0);
  float x = a[i];
  for (int k = 0; k < n; ++k) x = sqrt(x * x + 3.0f) * 1.5f;
  a[i] = x;
}
