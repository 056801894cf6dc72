; Integers with signs are computed in 16 bits if their ranges fit.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=vecz-widen --verify-each %s | FileCheck %s

; A difference shifted left keeps its sign, and so do combined bits.
; CHECK-LABEL: define <8 x i32> @weighted.simd(
; CHECK: shl nsw <8 x i16> %{{.*}}, splat (i16 1)
; CHECK: xor <8 x i16>
; CHECK: [[R:%.*]] = sext <8 x i16> %{{.*}} to <8 x i32>
; CHECK: ret <8 x i32> [[R]]
define i32 @weighted(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %d = sub nsw i32 %x, %y
  %w = shl nsw i32 %d, 1
  %z = xor i32 %w, %d
  ret i32 %z
}
