target triple = "spir64-unknown-unknown"

; A sampler is made of 32 bits.
declare spir_func ptr addrspace(2) @__translate_sampler_initializer(i64)

define spir_kernel void @bad() {
  %sampler = call spir_func ptr addrspace(2) @__translate_sampler_initializer(i64 20)
  ret void
}
