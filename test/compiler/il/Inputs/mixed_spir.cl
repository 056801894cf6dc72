int from_c(int x, global const int *p);
int from_spirv(int x, global const int *p);

int from_spir(int x, global const int *p) {
  return x * 11 + p[2];
}

kernel void calls_spir(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = from_c(in[i], in) + 1000 * from_spirv(in[i], in);
}
