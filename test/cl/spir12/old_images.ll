; Images and samplers as Clang 3 wrote them for SPIR 1.2, but for typed pointers: access is said in the
; metadata of kernels alone, samplers are integers, arrays are mangled without an underscore.
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024"
target triple = "spir64-unknown-unknown"

; CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST
@edge = addrspace(2) constant i32 18, align 4

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(ptr addrspace(1), i32, <2 x i32>)
declare spir_func <4 x i32> @_Z12read_imageui16ocl_image2darray11ocl_samplerDv4_i(ptr addrspace(1), i32, <4 x i32>)
declare spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(ptr addrspace(1), <2 x i32>, <4 x float>)
declare spir_func i32 @_Z15get_image_width11ocl_image2d(ptr addrspace(1))

define internal spir_func <4 x float> @read(ptr addrspace(1) %image, i32 %sampler, <2 x i32> %at) nounwind noinline {
  %color = call spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(ptr addrspace(1) %image, i32 %sampler, <2 x i32> %at)
  ret <4 x float> %color
}

define spir_kernel void @old_images(ptr addrspace(1) %in, ptr addrspace(1) %layers, i32 %given, ptr addrspace(1) %out) nounwind {
  %slot = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) %in, ptr %slot, align 8
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %i to i32
  %at = insertelement <2 x i32> <i32 0, i32 1>, i32 %x, i32 0
  %left = sub i32 %x, 1
  %before = insertelement <2 x i32> <i32 0, i32 1>, i32 %left, i32 0
  %image = load ptr addrspace(1), ptr %slot, align 8
  %edge = load i32, ptr addrspace(2) @edge, align 4
  %first = call spir_func <4 x float> @read(ptr addrspace(1) %image, i32 %edge, <2 x i32> %before)
  %second = call spir_func <4 x float> @read(ptr addrspace(1) %image, i32 %given, <2 x i32> %before)
  %layer = call spir_func <4 x i32> @_Z12read_imageui16ocl_image2darray11ocl_samplerDv4_i(ptr addrspace(1) %layers, i32 20, <4 x i32> <i32 1, i32 1, i32 1, i32 0>)
  %third = uitofp <4 x i32> %layer to <4 x float>
  %width = call spir_func i32 @_Z15get_image_width11ocl_image2d(ptr addrspace(1) %out)
  %last = sitofp i32 %width to float
  %both = fadd <4 x float> %first, %second
  %all = fadd <4 x float> %both, %third
  %color = insertelement <4 x float> %all, float %last, i32 3
  call spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(ptr addrspace(1) %out, <2 x i32> %at, <4 x float> %color)
  ret void
}

!opencl.kernels = !{!0}
!opencl.spir.version = !{!6}
!opencl.ocl.version = !{!6}
!0 = !{ptr @old_images, !1, !2, !3, !4, !5, !7}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1, i32 0, i32 1}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"read_only", !"none", !"write_only"}
!3 = !{!"kernel_arg_type", !"image2d_t", !"image2d_array_t", !"sampler_t", !"image2d_t"}
!4 = !{!"kernel_arg_type_qual", !"", !"", !"", !""}
!5 = !{!"kernel_arg_base_type", !"image2d_t", !"image2d_array_t", !"sampler_t", !"image2d_t"}
!6 = !{i32 1, i32 2}
!7 = !{!"kernel_arg_name", !"in", !"layers", !"given", !"out"}
