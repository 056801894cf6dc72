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

// Matrices by columns. Each work-item has one row by 16 columns of c in an array, a group 64 rows (Volkov and
// Demmel, SC 2008).
kernel void matmul_registers(int n, global const float *a, global const float *b, global float *c) {
  local float b_tile[TILE][TILE + 1];
  const int x = get_local_id(0), y = get_local_id(1);
  const int row = get_group_id(0) * 64 + y * TILE + x;
  a += row;
  b += x + (get_group_id(1) * TILE + y) * n;
  c += row + get_group_id(1) * TILE * n;
  float sum[TILE] = {0};
  int k = 0;
  do {
    for (int i = 0; i < TILE; i += 4) {
      b_tile[x][y + i] = b[i * n];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i, a += n) {
      for (int j = 0; j < TILE; ++j) {
        sum[j] += *a * b_tile[i][j];
      }
    }
    b += TILE;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while ((k += TILE) < n);
  for (int i = 0; i < TILE; ++i, c += n) {
    *c = sum[i];
  }
}
