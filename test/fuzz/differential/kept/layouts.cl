// Structures, vectors of 2, 3 and 4, strides, reversal and planes of one buffer.
//@ kernel layouts
//@ arg parts float N*3 random 1
//@ arg pixels uchar N*4 random 2
//@ arg pairs int N*2 random 3
//@ arg planes float N*3 zero 0
//@ arg out int N*8 zero 0
//@ run 96,1,1 32,1,1 0,0,0
//@ run 77,1,1 11,1,1 0,0,0
//@ run 3,5,7 3,5,7 0,0,0
struct Part { float x, y, z; };
kernel void layouts(global const struct Part *parts, global const uchar4 *pixels, global const int *pairs,
                    global float *planes, global int8 *out) {
#pragma OPENCL FP_CONTRACT OFF
  const int n = get_global_size(0) * get_global_size(1) * get_global_size(2);
  const int i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  struct Part p = parts[n - 1 - i];
  const int2 pair = vload2(i, pairs);
  const uchar4 pixel = pixels[i];
  int8 result = (int8)(pair.yx, convert_int4(pixel.wzyx), 0, 0);
  if (p.x > p.y) {
    const float t = p.x;
    p.x = p.y;
    p.y = t;
    result.s67 = pair;
  }
  planes[i] = p.x;
  planes[n + i] = p.y - p.z;
  planes[2 * n + (n - 1 - i)] = p.x * p.z;
  result.s6 ^= pairs[i * 2 + 1];
  out[i] = result;
}
