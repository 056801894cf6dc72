// Values beyond the target's registers cost a store and a load each time that they are used. The bytes of
// a run, one register each, are used once: two SIMD groups hide each other's gathers. Sums are read and
// written in each step: sixteen of them leave no registers for another SIMD group's.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck --check-prefixes=CHECK,WIDE %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck --check-prefixes=CHECK,NARROW %s
// WIDE: remark: <source>:[[@LINE+2]]: {{[24]}} SIMD groups run at once, along dimension 0
// NARROW-NOT: remark: <source>:[[@LINE+1]]: {{[24]}} SIMD groups
kernel void checksum(global const uchar *data, global uint *sums, constant uint *table, uint length) {
  const uint i = get_global_id(0);
  global const uchar *p = data + i * length;
  uint sum = ~0u;
  for (uint k = 0; k < length; ++k)
    sum = table[(sum ^ p[k]) & 0xff] ^ (sum >> 8);
  sums[i] = ~sum;
}
// Angles are the same in all rows, and many values are live where they are made. There they are made once.
// CHECK: remark: <source>:[[@LINE+1]]: {{[48]}} SIMD groups run at once, along dimension 1
kernel void rotate_rows(global const float2 *in, global float2 *out, float step) {
  const size_t x = get_global_id(0), place = get_global_id(1) * get_global_size(0) + x;
  const float c = cos(step * x), s = sin(step * x);
  const float2 v = in[place];
  out[place] = (float2)(v.x * c - v.y * s, v.x * s + v.y * c);
}
// CHECK-NOT: SIMD groups run at once
kernel void sixteen_sums(global const float *a, global const float *b, global float *out, int n) {
  const size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  float s[16] = {0};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < 16; ++j)
      s[j] += a[(y * 16 + j) * n + k] * b[k * width + x];
  for (int j = 0; j < 16; ++j)
    out[(y * 16 + j) * width + x] = s[j];
}
