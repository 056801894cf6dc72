// y = a * x, one row of a per work-item.
kernel void gemv(int columns, global const float *a, global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < columns; ++i) {
    sum += a[row * columns + i] * x[i];
  }
  y[row] = sum;
}
