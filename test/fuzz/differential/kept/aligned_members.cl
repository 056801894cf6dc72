// Parts of groups whose members promise more than an element's alignment: only SSE minds.
//@ kernel parts
//@ arg a float 16*N+64 random 5
//@ arg out float N*8 zero 0
//@ arg k int = 3
//@ run 64,1,1 32,1,1 0,0,0
//@ run 21,1,1 7,1,1 0,0,0
kernel void parts(global const float4 *a, global float4 *out, int k) {
  const int i = get_global_id(0);
  float sum = a[i].x * 2;
  if (i % k)
    sum += a[i + k].z;
  out[2 * i] = sum;
  if (i & k)
    out[2 * i + 1].y = a[2 * i].x + a[2 * i + 1].x;
}
