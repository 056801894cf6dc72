//@ kernel k101705
//@ arg in0 int 4*N+384 small 142
//@ arg in1 int 4*N+384 small 138
//@ arg in2 short 4*N+384 random 230
//@ arg tight int N random 646
//@ arg parts float 3*N+64 random 712
//@ arg bounds int 8 positive 773
//@ arg out0 int N*2 small 2
//@ arg counters int 48 small 1
//@ arg tickets uint 16 zero 0
//@ arg scratch uint 1 zero 0
//@ arg hashes ulong N zero 0
//@ arg lred local uint L
//@ arg k int = 2
//@ options -cl-std=CL3.0
//@ run 40,1,1 1,1,1 0,0,0
//@ run 3,64,1 1,64,1 0,0,0
#ifndef KILN_CASE
#define KILN_CASE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
ulong mix(ulong h, ulong x) { h = (h ^ x) * 0x9E3779B97F4A7C15UL; return h ^ (h >> 29); }
ulong mixf(ulong h, float x) { return mix(h, x != x ? 7UL : (ulong)as_uint(x)); }
ulong mixd(ulong h, double x) { return mix(h, x != x ? 7UL : as_ulong(x)); }
#endif
struct S101705 { float m0; float m1; };
typedef struct { float x, y, z; } P101705;
int f0_101705(float *q1, global const int *in0, global const int *in1, global const short *in2, global const int *tight, global const P101705 *parts, global const int *bounds, int gi, uint gu, ulong gl, int lid, int lx, int ls, uint n, int k, local uint *lred) {
  int8 v2 = convert_int8((vload8(0, in2 + (bounds[7] & 7)) >> vload8(0, in2 + gi)));
  int j3 = -1;
  for (;;) {
    ++j3;
    if (j3 >= (bounds[6] & 7)) break;
    float *p4 = ((v2.s0652).s3 <= (((int3)(tight[gl]))).s2) ? q1 : q1 + 0;
    p4[(((uint)j3) & 3)] = (((float4)(((float2)(((float)j3))), ((float2)(parts[gi].z, parts[gi].y))))).s0;
    if (((int)((uint)j3 * (uint)j3)) < ((int)((uint)1 << (((int)((!(gu < 1u)) ? tight[(uint)(gu - 1u)] : j3)) & 31)))) {
      return ((int)((uint)((int)-2147483647) + (uint)j3));
    }
    v2 = as_int8(as_uint8(as_int8(as_uint8(((int8)(j3))) + as_uint8(v2))) * as_uint8(((int8)(vload4(0, in1 + (((int)((uint)j3 * (uint)j3)) & 63)), vload4(gi, in1)))));
  }
  return ((int)((uint)((int)((uint)j3 | (uint)j3)) * (uint)((int)((uint)j3 + (uint)j3))));
}
float f1_101705(int8 q5, float q6, global const int *in0, global const int *in1, global const short *in2, global const int *tight, global const P101705 *parts, global const int *bounds, int gi, uint gu, ulong gl, int lid, int lx, int ls, uint n, int k, local uint *lred) {
  for (int j7 = 0; j7 < 2; j7++) {
    float v8 = ((q6 * parts[gu].y) - (parts[gu].y - q6));
    int8 a9[8];
    for (int i10 = 0; i10 < 8; ++i10) a9[i10] = ((int8)(j7));
    if ((bounds[6] & 1) != 0) continue;
    int a11[4];
    for (int i12 = 0; i12 < 4; ++i12) a11[i12] = j7;
  }
  return (select(((float3)(parts[gu].z, parts[gu].y, parts[gu].x)), ((float3)(q6)), ((int3)(tight[gi])))).s1;
}
kernel void k101705(global const int *in0, global const int *in1, global const short *in2, global const int *tight, global const P101705 *parts, global const int *bounds, global int *out0, volatile global int *counters, volatile global uint *tickets, global uint *scratch, global ulong *hashes, local uint *lred, int k) {
  local float lm1[256];
  int lid = (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
  int ls = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  int lx = (int)get_local_id(0);
  uint n = (uint)(get_global_size(0) * get_global_size(1) * get_global_size(2));
  ulong gl = get_global_linear_id();
  int gi = (int)gl; uint gu = (uint)gl;
  int turned = (int)(((get_global_id(0) - get_global_offset(0)) * get_global_size(1) + get_global_id(1) - get_global_offset(1)) * get_global_size(2) + get_global_id(2) - get_global_offset(2));
  ulong h = gl;
  lm1[lid] = (float)(0);
  float v13 = (((float3)(parts[gi].y, parts[gi].z, parts[gi].z))).s0;
  int v14 = ((int)((uint)((int)((gi >= 5) ? tight[gi - 5] : convert_int_sat(v13))) * (uint)5));
  int8 v15 = select(((int8)(v14)), ((int8)(tight[gl])), ((int8)(tight[gl])));
  barrier(CLK_LOCAL_MEM_FENCE);
  lm1[lid] = (fabs(v13) - (v13 - v13));
  barrier(CLK_LOCAL_MEM_FENCE);
  float v16 = lm1[((lid ^ 1) < ls ? (lid ^ 1) : lid)];
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  lred[lid] = ((uint)((uint)((uint)v14) - (uint)((uint)((gi % 3 == 0) ? convert_uint_sat(v13) : convert_uint_sat(v16)))));
  for (int s17 = 1; s17 < ls; s17 *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid % (2 * s17) == 0 && lid + s17 < ls) lred[lid] += lred[lid + s17];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint v19 = lred[0];
  if ((get_group_id(0) + 2) % 3 == 0) {
    hashes[gl] = h;
    return;
  }
  int a20[4];
  for (int i21 = 0; i21 < 4; ++i21) a20[i21] = v15.s4;
  v19 += ((uint)((((int)(convert_int_sat(v13) / ((v14 & 15) + 2))) == v14) ? ((uint)((uint)v19 - (uint)54u)) : ((uint)(v19 / (96u | 1)))));
  v16 = (parts[gl].y - (v13 - (v13 + v13)));
  struct S101705 s22 = {v16, v16};
  h = mixf(h, v13);
  h = mix(h, (ulong)v14);
  h = mix(h, (ulong)(v15).s3);
  h = mix(h, (ulong)(v15).s4);
  h = mix(h, (ulong)(v15).s5);
  h = mixf(h, v16);
  h = mix(h, (ulong)v19);
  h = mix(h, (ulong)a20[1]);
  hashes[gl] = h;
}
