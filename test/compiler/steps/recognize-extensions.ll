; A shift to the left and one to the right are an extension, which shapes see through.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=recognize-extensions %s | FileCheck %s --check-prefix=OFF
; CHECK: trunc i64 %sum to i32
; OFF-NOT: trunc i64 %sum to i32
; OFF: ret void
; The shift of a sum may stand at its terms.
; CHECK-LABEL: define void @distributed.simd(
; OFF-LABEL: define void @distributed.simd(
; CHECK: [[START:%.*]] = shl i64 %group, 8
; CHECK: [[SUM:%.*]] = add i64 [[START]], %id
; CHECK: trunc i64 [[SUM]] to i32
; OFF-NOT: trunc i64
; OFF: ret void
; So may a factor.
; CHECK-LABEL: define void @tripled.simd(
; OFF-LABEL: define void @tripled.simd(
; CHECK: [[PRODUCT:%.*]] = mul i64 %sum, 3
; CHECK: trunc i64 [[PRODUCT]] to i32
; OFF-NOT: trunc i64
; OFF: ret void
declare i64 @__mux_get_local_id(i32)
define void @f(ptr %p, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %sum = add i64 %id, %n
  %up = shl i64 %sum, 32
  %offset = ashr exact i64 %up, 30
  %at = getelementptr i8, ptr %p, i64 %offset
  store float 1.0, ptr %at
  ret void
}
define void @distributed(ptr %p, i64 %group) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = shl i64 %group, 40
  %item = shl i64 %id, 32
  %up = add i64 %start, %item
  %offset = ashr exact i64 %up, 30
  %at = getelementptr i8, ptr %p, i64 %offset
  store float 1.0, ptr %at
  ret void
}
define void @tripled(ptr %p, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %sum = add i64 %id, %n
  %up = mul i64 %sum, 12884901888
  %offset = ashr exact i64 %up, 32
  %at = getelementptr i8, ptr %p, i64 %offset
  store i8 1, ptr %at
  ret void
}
