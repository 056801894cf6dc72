; Shifts and masks that extend an id's low bits become extensions. The access is strided behind a check
; against wrapping. Other shifts and masks stay.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare i64 @__mux_get_local_id(i32)

; CHECK-LABEL: define void @signed.simd(
; CHECK: %[[LOW:.*]] = trunc i64 %sum to i32
; CHECK: %fits = icmp ule i32
; CHECK: strided:
; CHECK: store <8 x float>
; CHECK: boundary:
; CHECK: masked.scatter
define void @signed(ptr %p, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %sum = add i64 %id, %n
  %up = shl i64 %sum, 32
  %offset = ashr exact i64 %up, 30
  %at = getelementptr i8, ptr %p, i64 %offset
  store float 1.0, ptr %at
  ret void
}

; CHECK-LABEL: define void @low_bits.simd(
; CHECK: trunc i64 %sum to i16
; CHECK: strided:
; CHECK: store <8 x float>
define void @low_bits(ptr %p, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %sum = add i64 %id, %n
  %up = shl i64 %sum, 2
  %offset = and i64 %up, 262140
  %at = getelementptr i8, ptr %p, i64 %offset
  store float 1.0, ptr %at
  ret void
}

; No integer type of C has 5 bits.
; CHECK-LABEL: define void @odd.simd(
; CHECK-NOT: trunc
; CHECK: masked.scatter
define void @odd(ptr %p, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %sum = add i64 %id, %n
  %up = shl i64 %sum, 59
  %offset = ashr i64 %up, 57
  %at = getelementptr i8, ptr %p, i64 %offset
  store float 1.0, ptr %at
  ret void
}
