; A complement of an id falls from lane to lane, as a row from right to left does: n - id - 1 is n + ~id.
; RUN: muxc --passes=vecz-widen --verify-each -cl-kiln-disable-steps=lane-addresses %s | FileCheck %s
target datalayout = "e-p:64:64"
declare i64 @__mux_get_global_id(i32) memory(none)
; CHECK-LABEL: define void @f.simd(
; CHECK: [[LEFT:%.*]] = sub i64 -1, %id
; CHECK: add i64 %n, [[LEFT]]
; CHECK: load <4 x i64>
; CHECK: shufflevector <4 x i64> {{.*}} <i32 3, i32 2, i32 1, i32 0>
; CHECK-NOT: load i64
define void @f(ptr %a, ptr %b, i64 %n) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %left = xor i64 %id, -1
  %place = add i64 %n, %left
  %p = getelementptr i64, ptr %a, i64 %place
  %v = load i64, ptr %p
  %q = getelementptr i64, ptr %b, i64 %id
  store i64 %v, ptr %q
  ret void
}
; Of a varying value it stays.
; CHECK-LABEL: define void @varying.simd(
; CHECK: xor <4 x i64>
define void @varying(ptr %b, i64 %n) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %left = xor i64 %n, -1
  %q = getelementptr i64, ptr %b, i64 %id
  store i64 %left, ptr %q
  ret void
}
