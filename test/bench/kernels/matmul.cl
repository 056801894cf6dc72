// c = a * b, square matrices of n rows.
kernel void matmul_naive(int n, global const float *a, global const float *b, global float *c) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    sum += a[row * n + k] * b[k * n + column];
  }
  c[row * n + column] = sum;
}

#define TILE 16

kernel void matmul_tiled(int n, global const float *a, global const float *b, global float *c) {
  local float a_tile[TILE][TILE];
  local float b_tile[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * TILE + x;
  int row = get_group_id(1) * TILE + y;
  float sum = 0.0f;
  for (int t = 0; t < n; t += TILE) {
    a_tile[y][x] = a[row * n + t + x];
    b_tile[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      sum += a_tile[y][k] * b_tile[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
