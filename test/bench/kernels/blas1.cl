kernel void saxpy(float a, global const float *x, global float *y) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

kernel void triad(global float *a, global const float *b, global const float *c, float s) {
  size_t i = get_global_id(0);
  a[i] = b[i] + s * c[i];
}

// The sum of a group's products; then the sum of the groups.
kernel void dot_groups(global const float *x, global const float *y, global float *partial,
                       local float *sums) {
  size_t l = get_local_id(0);
  size_t i = get_global_id(0);
  sums[l] = x[i] * y[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (l < step) {
      sums[l] += sums[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) {
    partial[get_group_id(0)] = sums[0];
  }
}

kernel void dot_final(global const float *partial, uint count, global float *result,
                      local float *sums) {
  size_t l = get_local_id(0);
  float sum = 0.0f;
  for (uint i = l; i < count; i += get_local_size(0)) {
    sum += partial[i];
  }
  sums[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (l < step) {
      sums[l] += sums[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) {
    result[0] = sums[0];
  }
}
