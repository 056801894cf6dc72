//@ run 3,1,1 3,1,1 0,0,0
//@ vary
//@ kernel k21034
//@ arg in0 uint 4*N+384 random 934
//@ arg in1 int 4*N+384 random 452
//@ arg in2 double 4*N+384 random 730
//@ arg tight float N small 156
//@ arg parts int 2*N+64 small 953
//@ arg bounds int 8 positive 400
//@ arg out0 float N*1 small 154
//@ arg out1 uint N*3 small 599
//@ arg counters int 48 small 1
//@ arg tickets uint 16 zero 0
//@ arg scratch uint 1 zero 0
//@ arg hashes ulong N zero 0
//@ arg lred local uint L
//@ arg k int = 7
//@ options -cl-std=CL3.0
#ifndef KILN_CASE
#define KILN_CASE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
ulong mix(ulong h, ulong x) { h = (h ^ x) * 0x9E3779B97F4A7C15UL; return h ^ (h >> 29); }
ulong mixf(ulong h, float x) { return mix(h, x != x ? 7UL : (ulong)as_uint(x)); }
#endif
typedef struct { int x, y; } P21034;
uint16 f0_21034(uint16 *q1, global const uint *in0, global const int *in1, global const double *in2, global const float *tight, global const P21034 *parts, global const int *bounds, int gi, uint gu, ulong gl, int lid, int lx, int ls, uint n, int k, local uint *lred) {
  float v2 = (7.0f + (7.0f + 1024.0f));
  return as_uint16(as_uint16(select(((uint16)(in0[(gl + 41)])), ((uint16)(4294967294u)), (((uint16)(convert_uint_sat(v2))) >= q1[(bounds[4] & 3)]))) + as_uint16(max(((uint16)(convert_uint_sat(v2))), ((uint16)(4154513827u)))));
}
kernel void k21034(global const uint *in0,
    global const int *in1,
    global const double *in2,
    global const float *tight,
    global const P21034 *parts,
    global const int *bounds,
    global float *out0,
    global uint *out1,
    volatile global int *counters,
    volatile global uint *tickets,
    global uint *scratch,
    global ulong *hashes,
    local uint *lred,
    int k) {
  local uint16 lm0[256];
  int lid = (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
  int ls = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  int lx = (int)get_local_id(0);
  uint n = (uint)(get_global_size(0) * get_global_size(1) * get_global_size(2));
  ulong gl = get_global_linear_id();
  int gi = (int)gl; uint gu = (uint)gl;
  ulong h = gl;
  float v4 = ((float)((!(gu < 1u)) ? tight[(uint)(gu - 1u)] : 7.0f));
  uint v6 = convert_uint_sat(v4);
  uint16 v7 = as_uint16(as_uint16(((uint16)(convert_uint_sat(v4)))) + as_uint16(((uint16)(in0[(gu * 3 + 3)]))));
  uint16 v10 = lm0[(76 % ls)];
  uint16 a11[4] = {v10, v7, v7, ((uint16)(v6))};
  int j13 = -1;
  for (;;) {
    ++j13;
    if (j13 >= (lid & 3)) break;
    if (j13 > ((int)((uint)j13 * (uint)j13))) break;
    uint16 v14 = f0_21034(a11, in0, in1, in2, tight, parts, bounds, gi, gu, gl, lid, lx, ls, n, k, lred);
    h = mix(h, (ulong)(v14).s0);
    h = mix(h, (ulong)(v14).s1);
  }
  hashes[gl] = h;
}
