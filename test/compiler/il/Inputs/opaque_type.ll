target triple = "spir64-unknown-unknown"

; No image has 9 dimensions.
define spir_kernel void @bad(target("spirv.Image", void, 9, 0, 0, 0, 0, 0, 0) %image) {
  ret void
}
