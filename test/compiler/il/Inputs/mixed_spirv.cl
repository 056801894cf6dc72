int from_c(int x, global const int *p);
int from_spir(int x, global const int *p);

int from_spirv(int x, global const int *p) {
  return x * 3 + p[1];
}

kernel void calls_spirv(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = from_c(in[i], in) + 1000 * from_spir(in[i], in);
}
