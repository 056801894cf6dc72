kernel void convolve3x3(int width, int height, constant float *weight, global const float *in,
                        global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  float sum = 0.0f;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      int sx = clamp(x + dx, 0, width - 1);
      int sy = clamp(y + dy, 0, height - 1);
      sum += weight[(dy + 1) * 3 + dx + 1] * in[sy * width + sx];
    }
  }
  out[y * width + x] = sum;
}

kernel void convolve_rows(int width, int radius, constant float *weight, global const float *in,
                          global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  float sum = 0.0f;
  for (int d = -radius; d <= radius; ++d) {
    int sx = x + d;
    if (sx >= 0 && sx < width) {
      sum += weight[d + radius] * in[y * width + sx];
    }
  }
  out[y * width + x] = sum;
}

kernel void convolve_columns(int height, int radius, constant float *weight,
                             global const float *in, global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int width = get_global_size(0);
  float sum = 0.0f;
  for (int d = -radius; d <= radius; ++d) {
    int sy = y + d;
    if (sy >= 0 && sy < height) {
      sum += weight[d + radius] * in[sy * width + x];
    }
  }
  out[y * width + x] = sum;
}
