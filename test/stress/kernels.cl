// The kernels of the stress programs: each result is a function of the index and the arguments.

kernel void scale(global uint *data, uint factor) {
  const size_t i = get_global_id(0);
  data[i] = data[i] * factor + (uint)i;
}

// Each work-group reverses its part by way of local memory.
kernel void reverse(global uint *data, local uint *copy) {
  const size_t i = get_local_id(0), n = get_local_size(0);
  copy[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = copy[n - 1 - i];
}

kernel void count(volatile global uint *counter) { atomic_inc(counter); }

// Runs until the host says otherwise.
kernel void hold(volatile global uint *flags) {
  atomic_inc(flags);
  while (atomic_or(flags + 1, 0) == 0) {
  }
}
