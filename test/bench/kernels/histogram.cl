// 256 bins of bytes; a group counts in local memory first.
kernel void histogram(int per_item, global const uchar *data, global uint *bins) {
  local uint counts[256];
  int l = get_local_id(0);
  for (int i = l; i < 256; i += get_local_size(0)) {
    counts[i] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int start = get_group_id(0) * get_local_size(0) * per_item + l;
  for (int i = 0; i < per_item; ++i) {
    atomic_inc(&counts[data[start + i * get_local_size(0)]]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 256; i += get_local_size(0)) {
    atomic_add(&bins[i], counts[i]);
  }
}
