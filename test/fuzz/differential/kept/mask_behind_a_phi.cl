// the process ended with -11
//@ vary -cl-kiln-vectorize=16
//@ run 1,1,1 1,1,1 0,0,0
//@ kernel k716086
//@ arg tight float N small 849
//@ arg bounds int 8 positive 704
//@ arg out0 ushort N*8 small 961
//@ arg out1 float N*8 small 251
//@ options -cl-std=CL3.0
#ifndef KILN_CASE
#define KILN_CASE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#endif
kernel void k716086(
    global const float *tight,
    global const int *bounds,
    global ushort8 *out0,
    global float4 *out1) {
  ulong gl = get_global_linear_id();
  int gi = (int)gl; uint gu = (uint)gl;
  int turned = 00;
  float4 v5 = 0;
  for (int j9 = 0; j9 < bounds[7]; j9++) {
    if (gi) {
      out0[gi] = 0;
    }
  }
  out0[gi] = 0;
  switch (bounds[bounds[0] & 7]) {
  case 1: {
    v5 = ((float4)(v5.s20, ((float2)(tight[gi]))));
    out1[turned * 2 + 1] = v5;
  }
  }
}
