target triple = "spir64-unknown-unknown"

; The image of the builtin is a number.
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(float, <2 x i32>)

define spir_kernel void @bad() {
  %color = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(float 1.0, <2 x i32> zeroinitializer)
  ret void
}
