// Sums what nobody wrote, unless `from` is large. At -O0 its variables stay variables.
kernel void sum(global int *out, int from) {
  local int shared[16];
  int many[40];
  int one;
  if (from >= 100) {
    one = from;
    shared[from & 15] = many[from % 40] = from;
  }
  int total = shared[get_local_id(0)];
  for (int i = from; i < 40; ++i)
    total += many[i];
  out[get_global_id(0)] = total + one;
}
