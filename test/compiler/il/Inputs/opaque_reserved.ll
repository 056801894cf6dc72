target triple = "spir64-unknown-unknown"

; The program's own function in the place of one between samplers and words.
declare spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(ptr addrspace(1), i32, <2 x i32>)

define spir_func float @__translate_sampler_initializer(float %x) {
  ret float %x
}

define spir_kernel void @bad(ptr addrspace(1) %image) {
  %color = call spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(ptr addrspace(1) %image, i32 20, <2 x i32> zeroinitializer)
  ret void
}
