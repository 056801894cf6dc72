; Calls of shared functions become calls of their vector variants, for the lanes that are active, or one
; call where the arguments are uniform. A form is made once for each width, and may call others.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <4 x float> @f.simd(<4 x float> %x, float %u, <4 x i1> %active)
; CHECK: %a = call <4 x float> @outer.p4(<4 x float> %x, <4 x i1> splat (i1 true))
; CHECK: %b = call float @outer(float %u)
; CHECK: %c = call <4 x float> @outer.p4(<4 x float> %a, <4 x i1> %active)
; CHECK-NOT: extractelement
; CHECK: ret
define float @f(float %x, float %u, i1 %active) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,uniform,varying" {
  %a = call float @outer(float %x)
  %b = call float @outer(float %u)
  %s = fadd float %a, %b
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %c = call float @outer(float %a)
  %t = fadd float %s, %c
  ret float %t
}
; CHECK-LABEL: define <8 x float> @g.simd(
; CHECK: call <8 x float> @outer.p8(<8 x float> %x, <8 x i1> splat (i1 true))
define float @g(float %x) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying" {
  %r = call float @outer(float %x)
  ret float %r
}
; The result is the same for all lanes.
; CHECK-LABEL: define <4 x i32> @h.simd(
; CHECK: %r = call i32 @same.p4(<4 x i32> %x, <4 x i1> splat (i1 true))
; CHECK: insertelement <4 x i32> poison, i32 %r, i64 0
define i32 @h(i32 %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying" {
  %r = call i32 @same(i32 %x)
  %s = add i32 %r, %x
  ret i32 %s
}
; CHECK-LABEL: define internal float @outer(
; CHECK: define internal <4 x float> @outer.p4(<4 x float> %x, <4 x i1> %active)
; CHECK: fcmp olt <4 x float> %x, zeroinitializer
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[LANES:.*]])
; CHECK: call <4 x float> @inner.p4(<4 x float> %x, <4 x i1> %[[LANES]])
define internal float @outer(float %x) noinline nounwind willreturn memory(none) "kiln-shared" {
  %n = fcmp olt float %x, 0.0
  br i1 %n, label %negative, label %end
negative:
  %i = call float @inner(float %x)
  br label %end
end:
  %r = phi float [ %i, %negative ], [ %x, %0 ]
  ret float %r
}
; CHECK: define internal <4 x float> @inner.p4(
; CHECK: define internal <8 x float> @outer.p8(
; CHECK: call <8 x float> @inner.p8(<8 x float>
; CHECK: define internal <8 x float> @inner.p8(
; CHECK-NOT: @{{inner|outer}}.p{{[48]}}{{.+}}(
define internal float @inner(float %x) noinline nounwind willreturn memory(none) "kiln-shared" {
  %r = fmul float %x, %x
  ret float %r
}
define internal i32 @same(i32 %x) noinline nounwind willreturn memory(none) "kiln-shared" {
  ret i32 7
}
declare void @kiln.mask(i1)
