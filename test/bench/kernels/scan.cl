// Inclusive sums: of each group (Hillis and Steele), of the groups' sums, and both added.
kernel void scan_groups(global const int *in, global int *out, global int *sums, local int *a,
                        local int *b) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  a[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < size; step *= 2) {
    b[l] = l >= step ? a[l] + a[l - step] : a[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *swap = a;
    a = b;
    b = swap;
  }
  out[get_global_id(0)] = a[l];
  if (l == size - 1) {
    sums[get_group_id(0)] = a[l];
  }
}

kernel void scan_add(global int *out, global const int *sums) {
  int group = get_group_id(0);
  if (group > 0) {
    out[get_global_id(0)] += sums[group - 1];
  }
}
