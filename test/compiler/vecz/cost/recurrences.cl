// Scalar code waits in each iteration of a long loop for the one before; the work-items of a SIMD group wait
// together. So a recursive filter is vectorised though each work-item goes along memory of its own. A copy
// of such runs, which waits for nothing, stays scalar, and so does a loop of few iterations.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
#define FILTER(name, count)                                                                                \
  kernel void name(global const float *in, global float *out, int n, float a, float b, float c, float d) { \
    const size_t start = get_global_id(0) * n;                                                             \
    float low = 0, high = 0;                                                                               \
    for (int i = 0; i < count; ++i) {                                                                      \
      const float value = in[start + i], result = a * value + low;                                         \
      low = b * value - c * result + high;                                                                 \
      high = a * value - d * result;                                                                       \
      out[start + i] = result;                                                                             \
    }                                                                                                      \
  }
// CHECK-DAG: kernel 'filter' is vectorised
FILTER(filter, n)
// CHECK-DAG: kernel 'short_filter' is not vectorised
FILTER(short_filter, 40)
// CHECK-DAG: kernel 'copy' is not vectorised
kernel void copy(global const float *in, global float *out, int n, float a) {
  const size_t start = get_global_id(0) * n;
  for (int i = 0; i < n; ++i)
    out[start + i] = a * in[start + i] + 1;
}
