// Whole groups end before barriers reached by others; a barrier follows divergent code.
//@ options -cl-std=CL3.0
//@ kernel leave
//@ arg in int N random 6
//@ arg out int N zero 0
//@ arg shared local int L
//@ run 130,1,1 32,1,1 0,0,0
//@ run 50,7,1 17,3,1 0,0,0
//@ run 3,70,1 1,64,1 1,0,0
kernel void leave(global const int *in, global int *out, local int *shared) {
  const size_t i = get_global_linear_id(), lid = get_local_linear_id();
  const size_t size = get_local_size(0) * get_local_size(1);
  if (get_group_id(0) == 1) {
    out[i] = -1;
    return;
  }
  uint x = in[i];
  for (int turn = 0; turn < 30 && (x & 7u) > 2u; ++turn) {
    x = x / 3u + lid;
    if (x == 12u) break;
  }
  shared[lid] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = shared[size - 1 - lid];
  if (get_group_id(1) == 1 && in[0] != 0) {
    out[i] = other;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[lid] = other;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared[(lid + 1) % size] ^ (lid > 0 ? shared[lid - 1] : 0);
}
