; Quotients and remainders of strided values by a uniform divisor mostly follow from lane 0's. Lanes beyond
; one multiple follow from it too, if the divisor is at least as large as the SIMD group. The vector is
; divided otherwise.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @both.simd(
; CHECK: urem i64 %id,
; CHECK: br i1 %{{.*}}, label %all, label %some, !kiln.unlikely
; CHECK: all:
; CHECK-NOT: div
; CHECK: some:
; CHECK: icmp ugt i64 %n, 7
; CHECK: br i1 %{{.*}}, label %[[ONE:.*]], label %[[MANY:.*]], !kiln.unlikely
; CHECK: [[ONE]]:
; CHECK: [[REST:%.*]] = urem i64 %id, %n
; CHECK: [[LEFT:%.*]] = sub i64 %n, [[REST]]
; CHECK: [[BEHIND:%.*]] = icmp uge <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>,
; CHECK: udiv i64 %id, %n
; CHECK: zext <8 x i1> [[BEHIND]]
; CHECK: [[MANY]]:
; CHECK: udiv <8 x i64>
; CHECK: urem <8 x i64>
; CHECK: phi <8 x i64>
; CHECK: phi <8 x i64>
; CHECK-NEXT: br label %joined
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
; If an index has versions, only the rare ones divide: the signed numbers are not negative there.
; CHECK-LABEL: define void @address.simd(
; CHECK-NOT: label %all
; CHECK: br i1 %{{.*}}, label %strided, label %boundary,
; CHECK: few:
; CHECK: icmp ugt i64 %n, 7
; CHECK: icmp ule i64 %n, 9223372036854775807
; CHECK: icmp ule i64 %id, 9223372036854775800
; CHECK: br i1 %{{.*}}, label %all{{.*}}, label %some{{.*}}, !kiln.unlikely
define void @address(ptr %a, i64 %n, i64 %x, i64 %row) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %column = srem i64 %id, %n
  %start = getelementptr i64, ptr %a, i64 %row
  %at = getelementptr i64, ptr %start, i64 %column
  store i64 %x, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32)
