// A barrier in a loop with a loaded bound, for local sizes other than multiples of a vector.
//@ kernel rotateLocal
//@ arg in int N random 3
//@ arg bounds int 8 positive 5
//@ arg out int N zero 0
//@ arg tile local int L
//@ run 192,1,1 64,1,1 0,0,0
//@ run 3,64,1 1,64,1 0,0,0
//@ run 6,5,7 3,5,7 0,0,0
//@ run 9,4,1 1,1,1 2,0,0
//@ run 200,1,1 100,1,1 0,0,0
//@ run 34,6,1 17,3,1 0,5,0
kernel void rotateLocal(global const int *in, global const int *bounds, global int *out, local int *tile) {
  const size_t lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
  const size_t size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  const size_t id = (get_global_id(2) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) *
                    get_global_size(0) + get_global_id(0) - get_global_offset(0);
  uint value = in[id];
  for (int i = 0; i < bounds[get_group_id(0) & 7]; ++i) {
    tile[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((value & 3) != 0) {
      value += (uint)tile[(lid + 1) % size] * 3u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[id] = value;
}
