target triple = "spir64-unknown-unknown"

; The address of a builtin.
declare spir_func i32 @_Z15get_image_width11ocl_image2d(ptr addrspace(1))

define spir_kernel void @bad(ptr addrspace(1) %out) {
  store ptr @_Z15get_image_width11ocl_image2d, ptr addrspace(1) %out
  ret void
}
