kernel void reduce(global const int *in, global int *out, local int *scratch) {
  local int bias[16];
  uint item = get_local_id(0);
  if (item < 16) {
    bias[item] = item;
  }
  scratch[item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = get_local_size(0) / 2; step > 0; step >>= 1) {
    if (item < step) {
      scratch[item] += scratch[item + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) {
    out[get_group_id(0)] = scratch[0] + bias[3];
  }
}
