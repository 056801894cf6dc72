; Quotients and remainders of neighbours by one divisor follow from lane 0's, mostly; the vector is
; divided where they do not.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @both.simd(
; CHECK: urem i64 %id,
; CHECK: br i1 %{{.*}}, label %all, label %some, !kiln.rare
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
; Not by constants, nor by what varies, nor of what does.
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
; Of an index that has two versions the division is for the seldom one.
; CHECK-LABEL: define void @address.simd(
; CHECK: br i1 %{{.*}}, label %strided, label %boundary,
; CHECK-NOT: !kiln.rare
; CHECK: ret void
define void @address(ptr %a, i64 %n, i64 %x) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %column = urem i64 %id, %n
  %at = getelementptr i64, ptr %a, i64 %column
  store i64 %x, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32)
