// A sampler defined in the program becomes its word.
// RUN: muxc --pipeline=finalize --target=host %s | FileCheck %s
// CHECK-LABEL: @f(
// CHECK: call spir_func target("spirv.Sampler") @__mux_sampler(i32 35)
// CHECK-NOT: __translate_sampler_initializer
kernel void f(read_only image2d_t image, global float4 *out) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
  out[0] = read_imagef(image, sampler, (float2)(0.5f));
}
