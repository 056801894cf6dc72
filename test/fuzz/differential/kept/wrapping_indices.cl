// Indices that look affine and wrap in a narrower type.
//@ kernel gatherWrapped
//@ arg in int 512 random 9
//@ arg out int N*6 zero 0
//@ run 300,1,1 60,1,1 0,0,0
//@ run 300,1,1 100,1,1 7,0,0
//@ run 13,17,1 13,1,1 0,0,0
kernel void gatherWrapped(global const int *in, global int *out) {
  const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
  const uint u = (uint)i;
  out[i * 6 + 0] = in[(uchar)(i + 200)];
  out[i * 6 + 1] = in[(u + 4294967290u) + 6u];
  out[i * 6 + 2] = in[(size_t)(u - 5u) & 127];
  out[i * 6 + 3] = in[(ushort)(u * 1000u) & 511];
  out[i * 6 + 4] = in[(char)(u * 3u) & 255];
  out[i * 6 + 5] = in[u * 2654435769u >> 24];
}
