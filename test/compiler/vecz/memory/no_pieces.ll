; Ends of types are hardly ever met, so a gather is enough there, except for bytes: no target gathers those.
; Large kernels have no loops over pieces. Nor have periods from the start of a buffer: a piece has lanes in
; front of it, where there may be no memory.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; CHECK-LABEL: define <8 x float> @floats.simd(
; CHECK: boundary:
; CHECK-NOT: piece:
; CHECK: masked.gather
; CHECK-LABEL: define <8 x i8> @bytes.simd(
; CHECK: boundary:
; CHECK: piece:
; CHECK-LABEL: define <8 x i8> @large.simd(
; CHECK: boundary:
; CHECK-NOT: piece:
; CHECK: ret
; CHECK-LABEL: define <8 x float> @start.simd(
; CHECK: boundary:
; CHECK-NOT: piece:
; CHECK: masked.gather
define float @floats(ptr %a, i32 %i, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %j = add i32 %i, %n
  %e = zext i32 %j to i64
  %p = getelementptr float, ptr %a, i64 %e
  %v = load float, ptr %p
  ret float %v
}
define i8 @bytes(ptr %a, i32 %i, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %j = add i32 %i, %n
  %e = zext i32 %j to i64
  %p = getelementptr i8, ptr %a, i64 %e
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @large(ptr %a, i32 %i, i32 %n) "kiln-work-item-function" "kiln-plain-boundaries" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %j = add i32 %i, %n
  %e = zext i32 %j to i64
  %p = getelementptr i8, ptr %a, i64 %e
  %v = load i8, ptr %p
  ret i8 %v
}
define float @start(ptr %a, i64 %i, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %w = urem i64 %i, %n
  %p = getelementptr float, ptr %a, i64 %w
  %v = load float, ptr %p
  ret float %v
}
