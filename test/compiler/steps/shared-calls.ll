; The vector variant of a shared function is called once for all lanes.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=shared-calls %s | FileCheck %s --check-prefix=OFF
; CHECK-LABEL: define <4 x float> @f.simd(
; CHECK: call <4 x float> @twice.p4(
; OFF-LABEL: define <4 x float> @f.simd(
; OFF-NOT: @twice.p4
; OFF: call float @twice(
define float @f(float %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying" {
  %a = call float @twice(float %x)
  ret float %a
}
define internal float @twice(float %x) noinline nounwind willreturn memory(none) "kiln-shared" {
  %r = fmul float %x, 2.0
  ret float %r
}
