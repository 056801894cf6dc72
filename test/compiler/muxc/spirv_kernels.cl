// Kernels that use much of OpenCL C go all the way from what Clang's SPIR-V back end makes.
// RUN: clang -Wno-everything --target=spirv64 -O0 -cl-std=CL1.2 -c %s -o %t.0.spv
// RUN: muxc --pipeline=finalize --verify-each %t.0.spv | FileCheck %s
// RUN: clang -Wno-everything --target=spirv64 -O2 -cl-std=CL1.2 -c %s -o %t.2.spv
// RUN: muxc --pipeline=finalize --verify-each %t.2.spv | FileCheck %s

// CHECK-DAG: define {{.*}}spir_kernel void @structures(ptr {{.*}}byval(%struct.S)
// CHECK-DAG: define {{.*}}spir_kernel void @matrix(
// CHECK-DAG: define {{.*}}spir_kernel void @conversions(
// CHECK-DAG: define {{.*}}spir_kernel void @copies(
typedef struct {
  int a;
  float4 v;
  char c[3];
} S;
constant int tab[4] = {1, 2, 3, 4};
float helper(float x, global int *p) {
  return x * *p + native_sin(x);
}
kernel void structures(S s, global float *o, global S *q, int n, constant float *cf) {
  int i = get_global_id(0);
  float3 f3 = (float3)(1.0f, n, i);
  o[i] =
      s.v.x + s.a + s.c[n & 1] + tab[n & 3] + helper(o[n], (global int *)o) + dot(f3, f3) + cf[i];
  switch (n) {
    case 1:
      o[i] += 3;
      break;
    case 5:
      o[i] = fmax(o[i], 4.0f);
      break;
    default:
      break;
  }
  q[i] = s;
  o[i] += fma(o[i], 2.0f, convert_float_rtz(n)) + convert_uchar_sat(o[i]);
  vstore4(vload4(i, o), i + 1, o);
  atomic_add((volatile global int *)o, n);
  uint4 u = as_uint4(s.v);
  u = u.wzyx;
  o[1] += u.x;
  int j = n % 7 / (i + 1);
  for (int k = 0; k < n; k++)
    j += mul24(k, j) + abs(k) + clz(j);
  o[2] += j;
}
kernel void matrix(global const double *a, global const double *b, global double *c, int n,
                   local double *t) {
  int x = get_global_id(0), y = get_global_id(1);
  double s = 0;
  for (int k = 0; k < n; k += 8) {
    t[get_local_id(1) * 8 + get_local_id(0)] = a[y * n + k + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < 8; i++)
      s += t[get_local_id(1) * 8 + i] * b[(k + i) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = pow(s, 2.0) + isnan(s) + (double)rotate((uint)x, 3u) + hadd(x, y) + popcount(x) +
                 sqrt(fabs(s)) + ldexp(s, 3) + (ulong)x * (long)y;
}
kernel void conversions(global uchar4 *p, global char *q, global long *l) {
  size_t i = get_global_id(0);
  p[i] = convert_uchar4_sat_rte(convert_float4(p[i]) * 1.7f);
  q[i] = select(q[i], (char)3, (char)(q[i] > 4));
  l[i] = mad_sat((long)q[i], l[i], l[i]) + mul_hi(l[i], l[i]);
  event_t e = 0;
  float2 fr;
  int ex;
  float fy;
  fr.x = fract((float)i, &fy);
  fr.y += frexp(fr.x, &ex);
  l[i] += ex + atomic_cmpxchg((volatile global int *)l, 1, 2) + (long)fr.y;
  prefetch(l, 4);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
kernel void copies(global float *g, local float *l) {
  event_t e = async_work_group_copy(l, g, 16, 0);
  wait_group_events(1, &e);
  g[get_global_id(0)] = l[get_local_id(0)] + get_work_dim() + get_global_offset(0) +
                        get_num_groups(0) + get_global_size(0);
}
