kernel void mandelbrot(int width, int height, int limit, global int *count) {
  int px = get_global_id(0);
  int py = get_global_id(1);
  float cx = -2.0f + 3.0f * px / width;
  float cy = -1.5f + 3.0f * py / height;
  float x = 0.0f, y = 0.0f;
  int i = 0;
  while (x * x + y * y <= 4.0f && i < limit) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++i;
  }
  count[py * width + px] = i;
}
