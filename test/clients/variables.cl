struct pair {
  int number;
  float value;
};
kernel void variables(global int *out, local int *shared, int add, uint4 v) {
  int i = get_local_id(0);
  struct pair both = {i * 10, 2.5f};
  int mine = i * 7 + add;
  shared[i] = mine;  // before
  barrier(CLK_LOCAL_MEM_FENCE);
  int theirs = shared[i ^ 1];
  out[get_global_id(0)] = theirs + mine + both.number + v.y;  // behind
}
