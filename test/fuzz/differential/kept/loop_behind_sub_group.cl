// Work-items leave the inner loop at different times, and a sub-group meets in the outer one. A
// work-item behind the inner loop must not be a round ahead.
//@ kernel rounds
//@ arg bounds int 4*N+64 small 368
//@ arg sums ulong N zero 0
//@ options -cl-std=CL3.0
//@ subgroups 8
//@ run 96,1,1 17,1,1 7,0,0
//@ run 32,1,1 16,1,1 0,0,0
//@ run 64,2,1 8,2,1 0,0,0
__attribute__((intel_reqd_sub_group_size(8)))
kernel void rounds(global const int *bounds, global ulong *sums) {
  ulong i = get_global_linear_id();
  ulong8 v = (ulong8)(1, 2, 3, 4, 5, 6, 7, 8);
  uint count = 0;
  for (int round = 3; round-- > 0;) {
    count += 2;
    count += sub_group_broadcast(round, 0);
    for (int j = 0; j < (bounds[i] & 3) + round; ++j)
      v.s406 = v.s665 + 1;
  }
  sums[i] = count + v.s0 + v.s4 * 100 + v.s6 * 10000;
}
