// What inactive work-items would read and write lies outside of the buffers, on both sides.
//@ kernel stencil
//@ arg in float N small 3
//@ arg out float N zero 0
//@ arg edges int N zero 0
//@ run 100,1,1 20,1,1 0,0,0
//@ run 100,1,1 20,1,1 0,0,0
//@ run 64,3,1 64,1,1 0,0,0
//@ run 64,3,1 16,3,1 0,0,0
//@ run 1,1,1 1,1,1 0,0,0
kernel void stencil(global const float *in, global float *out, global int *edges) {
  const uint n = get_global_size(0) * get_global_size(1);
  const uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  float sum = in[i] * 4.0f;
  if (i > 0) {
    sum -= in[i - 1u];
  }
  if (i + 1u < n) {
    sum -= in[i + 1u];
  }
  sum -= i >= 16u ? in[i - 16u] : 0.5f;
  sum -= (i + 16u < n && in[i + 16u] > 0.0f) ? 2.0f : 1.0f;
  out[i] = sum;
  if (i >= 2u) {
    edges[i - 2u] = (int)sum;
  }
}
