// One side of a branch gathers lane by lane. Vectors do not pay if half of the work-items are expected
// to take it. They pay if the source marks it as unlikely.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3;features=" -cl-kiln-remarks -o /dev/null %s 2>&1 | FileCheck %s
// CHECK: kernel 'many' is not vectorised: vectors are not expected to be faster
// CHECK: kernel 'few' is vectorised
float follow(global const int *next, global const float *a, int at) {
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    at = next[next[at] ^ k];
    sum += a[next[at] + k];
  }
  return sum;
}
kernel void many(global const int *next, global float *a) {
  size_t i = get_global_id(0);
  float x = a[i];
  if (x < 0) x = follow(next, a, (int)x);
  a[i] = sqrt(x * x + 1);
}
kernel void few(global const int *next, global float *a) {
  size_t i = get_global_id(0);
  float x = a[i];
  if (__builtin_expect(x < 0, 0)) x = follow(next, a, (int)x);
  a[i] = sqrt(x * x + 1);
}
