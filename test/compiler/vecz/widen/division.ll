; Inactive lanes may hold any divisor, so it is replaced; a constant divisor stays.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
define i32 @f(i32 %x, i32 %y, i32 %n, i1 %active) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,varying,uniform,varying" {
; CHECK-LABEL: define <4 x i32> @f.simd(
; CHECK: %everywhere = sdiv <4 x i32> %x, %y
; CHECK: [[SAFE:%.*]] = select <4 x i1> %active, <4 x i32> %y, <4 x i32> splat (i32 1)
; CHECK-NEXT: %some = sdiv <4 x i32> %everywhere, [[SAFE]]
; CHECK-NEXT: %seventh = udiv exact <4 x i32> %some, splat (i32 7)
; CHECK-NEXT: [[SAFE:%.*]] = select <4 x i1> %active, <4 x i32> {{.*}}, <4 x i32> splat (i32 1)
; CHECK-NEXT: %rest = srem <4 x i32> %seventh, [[SAFE]]
; CHECK-NEXT: %same = udiv i32 7, %n
  %everywhere = sdiv i32 %x, %y
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %some = sdiv i32 %everywhere, %y
  %seventh = udiv exact i32 %some, 7
  %rest = srem i32 %seventh, %n
  %same = udiv i32 7, %n
  %r = add i32 %rest, %same
  br label %done
done:
  %result = phi i32 [%r, %masked]
  ret i32 %result
}
declare void @kiln.mask(i1)
