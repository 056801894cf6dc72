kernel void stencil2d(int width, int height, global const float *in, global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[y * width + x] = in[y * width + x];
    return;
  }
  out[y * width + x] = 0.5f * in[y * width + x] +
                       0.125f * (in[y * width + x - 1] + in[y * width + x + 1] +
                                 in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}

kernel void stencil3d(int nx, int ny, int nz, float c0, float c1, global const float *in,
                      global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
    int i = (z * ny + y) * nx + x;
    out[i] = c1 * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] +
                   in[i + nx * ny]) -
             c0 * in[i];
  }
}
