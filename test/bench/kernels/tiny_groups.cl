// The same work for launches of several local sizes: one, NULL, NULL with a prime global size.
kernel void polynomial(global const float *x, global float *y) {
  size_t i = get_global_id(0);
  float v = x[i];
  float sum = 1.0f;
  for (int k = 0; k < 16; ++k) {
    sum = sum * v + 0.5f;
  }
  y[i] = sum;
}

// One row of a matrix per group of one work-item: its mean and variance.
kernel void row_statistics(int columns, global const float *a, global float *mean,
                           global float *variance) {
  int row = get_group_id(0);
  float sum = 0.0f, squares = 0.0f;
  for (int i = 0; i < columns; ++i) {
    float v = a[row * columns + i];
    sum += v;
    squares += v * v;
  }
  mean[row] = sum / columns;
  variance[row] = squares / columns - (sum / columns) * (sum / columns);
}
