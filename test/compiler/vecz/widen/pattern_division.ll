; Quotients and remainders of strided values by a uniform divisor mostly follow from lane 0's. The vector
; is divided otherwise.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @both.simd(
; CHECK: urem i64 %id,
; CHECK: br i1 %{{.*}}, label %all, label %some, !kiln.unlikely
; CHECK: all:
; CHECK-NOT: div
; CHECK: some:
; CHECK: udiv <8 x i64>
; CHECK: urem <8 x i64>
; CHECK: joined:
; CHECK: phi <8 x i64>
; CHECK: phi <8 x i64>
; CHECK-NOT: br i1
; CHECK: ret void
define void @both(ptr %a, ptr %b, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = udiv i64 %id, %n
  %column = urem i64 %id, %n
  %x = getelementptr i64, ptr %a, i64 %id
  %y = getelementptr i64, ptr %b, i64 %id
  store i64 %row, ptr %x
  store i64 %column, ptr %y
  ret void
}
; Not for divisions by constants or varying values, nor of varying dividends.
; CHECK-LABEL: define void @not.simd(
; CHECK-NOT: br i1
; CHECK: ret void
define void @not(ptr %a, i64 %n, i64 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,uniform,varying" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %row = udiv i64 %id, 24
  %own = urem i64 %id, %m
  %other = urem i64 %m, %n
  %some = add i64 %row, %own
  %sum = add i64 %some, %other
  %x = getelementptr i64, ptr %a, i64 %id
  store i64 %sum, ptr %x
  ret void
}
; If an index has two versions, only the rare one divides.
; CHECK-LABEL: define void @address.simd(
; CHECK: br i1 %{{.*}}, label %strided, label %boundary,
; CHECK-NOT: !kiln.unlikely
; CHECK: ret void
define void @address(ptr %a, i64 %n, i64 %x) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %column = urem i64 %id, %n
  %at = getelementptr i64, ptr %a, i64 %column
  store i64 %x, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32)
