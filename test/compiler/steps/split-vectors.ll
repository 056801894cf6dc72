; The components of a vector become a vector of lanes each.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=split-vectors %s | FileCheck %s --check-prefix=OFF
; CHECK-COUNT-2: fmul <4 x float>
; OFF-NOT: fmul <4 x float>
; OFF: fmul <2 x float>
define float @f(<2 x float> %v, <2 x float> %w) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,varying" {
  %p = fmul <2 x float> %v, %w
  %x = extractelement <2 x float> %p, i32 0
  %y = extractelement <2 x float> %p, i32 1
  %s = fadd float %x, %y
  ret float %s
}
