target triple = "spir64-unknown-unknown"

; The kernel's parameter cannot be the image that it is said to be.
define spir_kernel void @bad(<4 x float> %image) !kernel_arg_base_type !0 !kernel_arg_access_qual !1 {
  ret void
}

!0 = !{!"image2d_t"}
!1 = !{!"read_only"}
