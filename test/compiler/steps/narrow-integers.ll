; A sum of bytes is computed in 16 bits.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=narrow-integers %s | FileCheck %s --check-prefix=OFF
; CHECK: add nuw nsw <8 x i16>
; OFF: add nuw nsw <8 x i32>
define i1 @f(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %s = add nuw nsw i32 %x, %y
  %c = icmp slt i32 %s, 300
  ret i1 %c
}
