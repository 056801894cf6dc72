; A form's parameters are uniform where the call's pointers and integers are; what it reads, it reads
; for the active lanes. Vectors go in and out as one vector for each element.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <4 x float> @f.simd(ptr %p, <4 x i32> %x, i32 %u, <4 x i1> %active)
; CHECK: %a = call [4 x <4 x float>] @pixel.p4uvu(ptr %p, <4 x i32> %x, i32 %u, <4 x i1> splat (i1 true))
; CHECK: %b = call [4 x <4 x float>] @pixel.p4uvv(ptr %p, <4 x i32> %x, <4 x i32> %x, <4 x i1> %active)
; CHECK: call [4 x <4 x float>] @scaled.p4([4 x <4 x float>] %b, <4 x i1> %active)
define float @f(ptr %p, i32 %x, i32 %u, i1 %active) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying,uniform,varying" {
  %a = call <4 x float> @pixel(ptr %p, i32 %x, i32 %u)
  %a2 = extractelement <4 x float> %a, i64 2
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %b = call <4 x float> @pixel(ptr %p, i32 %x, i32 %x)
  %c = call <4 x float> @scaled(<4 x float> %b)
  %c3 = extractelement <4 x float> %c, i64 3
  %r = fadd float %a2, %c3
  ret float %r
}
; CHECK: define internal [4 x <4 x float>] @pixel.p4uvu(ptr %p, <4 x i32> %x, i32 %row, <4 x i1> %active)
; CHECK: %pitch = load i64, ptr %p
; CHECK: %at = getelementptr <4 x float>, ptr %begin, <4 x i64>
; CHECK-NEXT: bitcast <4 x i1> %active to i4
; CHECK: define internal [4 x <4 x float>] @pixel.p4uvv(ptr %p, <4 x i32> %x, <4 x i32> %row, <4 x i1> %active)
; CHECK: %pitch = load i64, ptr %p
define internal <4 x float> @pixel(ptr %p, i32 %x, i32 %row) noinline nounwind willreturn memory(read) "kiln-shared" {
  %pitch = load i64, ptr %p
  %row.wide = zext i32 %row to i64
  %offset = mul i64 %row.wide, %pitch
  %begin = getelementptr i8, ptr %p, i64 %offset
  %x.wide = zext i32 %x to i64
  %at = getelementptr <4 x float>, ptr %begin, i64 %x.wide
  %color = load <4 x float>, ptr %at
  ret <4 x float> %color
}
; CHECK: define internal [4 x <4 x float>] @scaled.p4([4 x <4 x float>] %v, <4 x i1> %active)
define internal <4 x float> @scaled(<4 x float> %v) noinline nounwind willreturn memory(none) "kiln-shared" {
  %r = fmul <4 x float> %v, splat (float 2.0)
  ret <4 x float> %r
}
declare void @kiln.mask(i1)
