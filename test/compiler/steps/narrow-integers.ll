; A sum of bytes is computed in 16 bits. An id is compared in 32 bits with numbers of as many, but not with longer ones.
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

; CHECK-LABEL: define <8 x i1> @compare.simd(
; CHECK: icmp ult <8 x i32> %{{.*}}, splat (i32 300)
; CHECK: %[[N:.*]] = trunc nsw i64 %long to i32
; CHECK: %b = icmp sgt <8 x i32>
; CHECK: %c = icmp sgt <8 x i64>
; OFF-LABEL: define <8 x i1> @compare.simd(
; OFF-NOT: icmp {{.*}} <8 x i32>
define i1 @compare(i32 %n, i64 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,uniform" {
  %id = call range(i64 0, 4096) i64 @__mux_get_local_id(i32 0)
  %long = sext i32 %n to i64
  %a = icmp ult i64 %id, 300
  %b = icmp sgt i64 %id, %long
  %c = icmp sgt i64 %id, %m
  %ab = and i1 %a, %b
  %abc = and i1 %ab, %c
  ret i1 %abc
}
declare i64 @__mux_get_local_id(i32)
