// Conversions of half round before they truncate, on processors with arithmetic of half too, with and without
// optimisation. InstCombine narrows rint of the float in convert_int_rte to half.
// RUN: muxc --pipeline=kernel --target=host --device-facts="cpu=sapphirerapids" --emit=asm -cl-kiln-vectorize=never %s | FileCheck --check-prefixes=CHECK,TWICE %s
// RUN: muxc --pipeline=kernel --target=host --device-facts="cpu=sapphirerapids" --emit=asm -cl-opt-disable %s | FileCheck %s
// CHECK: vrndscalesh $8
// CHECK: vcvttsh2si
// TWICE: vrndscalesh $8
// TWICE: vcvttsh2si
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(const global half *in, global int *out) {
  const size_t i = get_global_id(0);
  out[i] = convert_int_rte(in[i]);
  out[i + 1] = (int)rint(in[i + 1]);
}
