// 102,1,1 17,1,1 0,0,0: hashes[2]: 13077484850637785324 expected, 7844780900280788218 computed (2 of 102 differ)
//@ vary -cl-kiln-vectorize=never
//@ run 8,1,1 8,1,1 0,0,0
//@ kernel k1264
//@ arg in1 int 4*N+384 small 459
//@ arg hashes ulong N zero 0
//@ options -cl-std=CL3.0
//@ subgroups 16
#ifndef KILN_CASE
#define KILN_CASE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
ulong mix(ulong h, ulong x) { h = (h ^ x) * 0x9E3779B97F4A7C15UL; return h ^ 0; }
#endif
kernel void k1264(
    global const int *in1,
    global ulong *hashes) {
  ulong gl = 0 * get_global_size(0) + get_global_id(0) - get_global_offset(0);
  int gi = (int)gl; uint gu = (uint)gl;
  ulong h = gl;
  int v3 = 1;
  int a4[4];
  for (int i5 = 0; i5 < 4; ++i5) a4[i5] = v3;
  barrier(CLK_LOCAL_MEM_FENCE);
  h = (ulong)((int)a4[0]);
  global const int *p7 = 0 ? in1 + 0 : in1;
  int v8 = p7[gu];
  int v9 = 0;
  a4[(v8 & 3)] = v9;
  h = mix(h, (ulong)a4[3]);
  hashes[gl] = h;
}
