; Elements of a private array lie side by side for all lanes.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=interleave-private-variables %s | FileCheck %s --check-prefix=OFF
; CHECK: alloca [16 x <8 x float>]
; CHECK: store <8 x float>
; OFF: alloca [8 x [16 x float]]
; OFF-NOT: store <8 x float>
; OFF: ret
define float @f(i64 %u, float %x) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,varying" {
  %t = alloca [16 x float]
  %p = getelementptr inbounds [16 x float], ptr %t, i64 0, i64 %u
  store float %x, ptr %p
  %q = getelementptr inbounds i8, ptr %t, i64 12
  %v = load float, ptr %q
  ret float %v
}
