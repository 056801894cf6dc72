// Computations on arguments run once for all SIMD groups, so they do not argue for wider ones.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: kernel 'image' is vectorised: 16 work-items along dimension 0
kernel void image(read_only image2d_t in, global float4 *out, int w, int h) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h)
    out[x + y * w] = read_imagef(in, s, (int2)(x, y)) * 2;
}

// CHECK: kernel 'bytes' is vectorised: {{32|64}} work-items along dimension 0
kernel void bytes(global uchar *a, int x, int y, int z) {
  uchar by = x * y / (z | 1) * (x + y) / (x | 1) - z;
  a[get_global_id(0)] += by;
}
