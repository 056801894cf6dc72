// Sums of groups by a tree in local memory, launched until one is left.
kernel void reduce_local(global const float *in, global float *out, local float *sums) {
  uint l = get_local_id(0);
  sums[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = get_local_size(0) / 2; step > 0; step >>= 1) {
    if (l < step) {
      sums[l] += sums[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) {
    out[get_group_id(0)] = sums[0];
  }
}

#ifdef SUB_GROUPS
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif

kernel void reduce_sub_groups(global const float *in, global float *out, local float *sums) {
  float sum = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0) {
    sums[get_sub_group_id()] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    float total = 0.0f;
    for (uint i = 0; i < get_num_sub_groups(); ++i) {
      total += sums[i];
    }
    out[get_group_id(0)] = total;
  }
}
#endif

#ifdef __opencl_c_work_group_collective_functions
kernel void reduce_work_group(global const float *in, global float *out, local float *sums) {
  float sum = work_group_reduce_add(in[get_global_id(0)]);
  if (get_local_id(0) == 0) {
    out[get_group_id(0)] = sum;
  }
}
#endif
