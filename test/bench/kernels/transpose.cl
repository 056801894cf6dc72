kernel void transpose_naive(int width, int height, global const float *in, global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

#define TILE 16

kernel void transpose_tiled(int width, int height, global const float *in, global float *out) {
  local float tile[TILE][TILE + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  tile[ly][lx] = in[get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = get_group_id(1) * TILE + lx;
  int y = get_group_id(0) * TILE + ly;
  out[y * height + x] = tile[lx][ly];
}
