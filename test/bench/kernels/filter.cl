#define ORDER(a, b)           \
  {                           \
    float low = fmin(a, b);   \
    b = fmax(a, b);           \
    a = low;                  \
  }

// Median of 3 by 3 pixels, by a network of comparisons (N. Devillard, 1998).
kernel void median3x3(int width, int height, global const float *in, global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  float p[9];
  for (int i = 0; i < 9; ++i) {
    int sx = clamp(x + i % 3 - 1, 0, width - 1);
    int sy = clamp(y + i / 3 - 1, 0, height - 1);
    p[i] = in[sy * width + sx];
  }
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8])
  ORDER(p[0], p[1]) ORDER(p[3], p[4]) ORDER(p[6], p[7])
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8])
  ORDER(p[0], p[3]) ORDER(p[5], p[8]) ORDER(p[4], p[7])
  ORDER(p[3], p[6]) ORDER(p[1], p[4]) ORDER(p[2], p[5])
  ORDER(p[4], p[7]) ORDER(p[4], p[2]) ORDER(p[6], p[4])
  ORDER(p[4], p[2])
  out[y * width + x] = p[4];
}

// Mean of 5 by 5 bytes.
kernel void box_blur_u8(int width, int height, global const uchar *in, global uchar *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  uint sum = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      int sx = clamp(x + dx, 0, width - 1);
      int sy = clamp(y + dy, 0, height - 1);
      sum += in[sy * width + sx];
    }
  }
  out[y * width + x] = sum / 25;
}
