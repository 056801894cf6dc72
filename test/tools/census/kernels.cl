typedef float number;
kernel void add(global number *a, global const number *b, int n) {
  size_t i = get_global_id(0);
  if (i < n) a[i] += b[i];
}
kernel void flat(global uint *out, local uint *tmp, uchar4 c, image2d_t in, sampler_t how) {
  size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tmp[get_local_id(0)] = at;
  out[at] = tmp[get_local_id(0)] * c.x + convert_uint(read_imagef(in, how, (int2)(get_global_id(0), get_global_id(1))).x);
}
typedef struct { int a, b; } pair;
kernel void of_pairs(global int *out, pair p) { out[get_global_id(0)] = p.a; }
kernel void crashes(global int *out) { out[get_global_id(0) + 0x1000000000UL] = 1; }
