; Conversions of half round before they truncate on processors with arithmetic of half, with and without
; optimisation. InstCombine narrows the rounding of a float to half.
; REQUIRES: x86_64
; RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=sapphirerapids" --emit=asm -cl-kiln-vectorize=never %s | FileCheck %s
; RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=sapphirerapids" --emit=asm -cl-opt-disable %s | FileCheck %s
; CHECK-LABEL: k:
; CHECK: {{vrndscalesh|vroundss}} $
; CHECK: vcvtts{{[hs]}}2si
; CHECK-LABEL: f:
; CHECK: vrndscalesh $8
; CHECK: vcvttsh2si
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %h = load half, ptr addrspace(1) %p
  %x = fpext half %h to float
  %r = call float @llvm.rint.f32(float %x)
  %i = fptosi float %r to i32
  store i32 %i, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @f(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %h = load half, ptr addrspace(1) %p
  %r = call half @llvm.rint.f16(half %h)
  %i = fptosi half %r to i32
  store i32 %i, ptr addrspace(1) %q
  ret void
}
