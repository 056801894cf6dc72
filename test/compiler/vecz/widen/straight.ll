; Uniform values are computed once, strided ones for lane 0, varying ones as vectors.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
define void @f(ptr %p, float %scale, i32 %n) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying" {
; CHECK-LABEL: define void @f.simd(ptr %p, <4 x float> %scale, i32 %n)
; CHECK: %lane = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
; CHECK: %twice = mul i32 %n, 2
; CHECK-NEXT: insertelement
; CHECK-NEXT: [[ALL:%.*]] = shufflevector <4 x i32> {{.*}} zeroinitializer
; CHECK: %product = fmul fast <4 x float> %scale, {{.*}}, !fpmath
; CHECK: %less = fcmp olt <4 x float> %product, splat (float 1.000000e+00)
; CHECK: %chosen = select <4 x i1> %less, <4 x float> %product, <4 x float> %scale
; CHECK: %bits = bitcast <4 x float> %chosen to <4 x i32>
; CHECK: %sum = add nsw <4 x i32> %bits, [[ALL]]
; CHECK-NOT: @f(
  %lane = call i64 @__mux_get_global_id(i32 0)
  %twice = mul i32 %n, 2
  %product = fmul fast float %scale, %scale, !fpmath !0
  %less = fcmp olt float %product, 1.0
  %chosen = select i1 %less, float %product, float %scale
  %bits = bitcast float %chosen to i32
  %sum = add nsw i32 %bits, %twice
  %at = getelementptr i32, ptr %p, i64 %lane
  store i32 %sum, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32) memory(none)
!0 = !{float 2.5}
