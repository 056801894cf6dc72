// y = a * x, a in compressed rows, a row per work-item.
kernel void spmv_csr(int rows, global const int *begin, global const int *column,
                     global const float *value, global const float *x, global float *y) {
  int row = get_global_id(0);
  if (row < rows) {
    float sum = 0.0f;
    for (int i = begin[row]; i < begin[row + 1]; ++i) {
      sum += value[i] * x[column[i]];
    }
    y[row] = sum;
  }
}
