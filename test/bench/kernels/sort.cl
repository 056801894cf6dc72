// One step of a bitonic sort: a work-item compares one pair.
kernel void bitonic_step(uint stage, uint distance, global uint *values) {
  uint i = get_global_id(0);
  uint low = 2 * distance * (i / distance) + i % distance;
  uint high = low + distance;
  bool ascending = (low & stage) == 0;
  uint a = values[low];
  uint b = values[high];
  if ((a > b) == ascending) {
    values[low] = b;
    values[high] = a;
  }
}

// Sorts 512 values with 256 work-items in local memory.
kernel void bitonic_local(global uint *values) {
  local uint part[512];
  uint l = get_local_id(0);
  uint base = get_group_id(0) * 512;
  part[l] = values[base + l];
  part[l + 256] = values[base + l + 256];
  for (uint stage = 2; stage <= 512; stage *= 2) {
    for (uint distance = stage / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint low = 2 * l - (l & (distance - 1));
      bool ascending = (low & stage) == 0;
      uint a = part[low];
      uint b = part[low + distance];
      if ((a > b) == ascending) {
        part[low] = b;
        part[low + distance] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[base + l] = part[l];
  values[base + l + 256] = part[l + 256];
}
