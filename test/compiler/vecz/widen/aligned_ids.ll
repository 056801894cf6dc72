; The local id of lane 0 is a multiple of the width: quotients and comparisons are lane 0's, remainders
; count up, and other bits are constants.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @rows.simd(
; CHECK-NOT: <8 x i64>
; CHECK: %row = udiv i64 %{{.*}}, 24
; CHECK-NOT: <8 x i64>
; CHECK: store <8 x float>
define void @rows(ptr %a, float %x) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %l = call i64 @__mux_get_local_id(i32 0)
  %row = udiv i64 %l, 24
  %column = urem i64 %l, 24
  %line = getelementptr [100 x float], ptr %a, i64 %row
  %at = getelementptr float, ptr %line, i64 %column
  store float %x, ptr %at
  ret void
}
; CHECK-LABEL: define void @bits.simd(
; CHECK-DAG: and i64 %l, 48
; CHECK-DAG: and <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>, splat (i64 5)
; CHECK-DAG: %below = icmp ult i64 %l, 40
define void @bits(ptr %a) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %l = call i64 @__mux_get_local_id(i32 0)
  %mixed = and i64 %l, 53
  %below = icmp ult i64 %l, 40
  %flag = zext i1 %below to i64
  %sum = add i64 %mixed, %flag
  %at = getelementptr i64, ptr %a, i64 %l
  store i64 %sum, ptr %at
  ret void
}
; A shift may be longer than 64 bits.
; CHECK-LABEL: define void @far.simd(
; CHECK: lshr i128 %{{.*}}, 64
define void @far(ptr %a) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %l = call i64 @__mux_get_local_id(i32 0)
  %long = zext i64 %l to i128
  %high = lshr i128 %long, 64
  %word = trunc i128 %high to i64
  %at = getelementptr i64, ptr %a, i64 %l
  store i64 %word, ptr %at
  ret void
}
; Not for ids of other dimensions, nor for an id plus a number that is no multiple.
; CHECK-LABEL: define void @not.simd(
; CHECK: udiv <8 x i64> {{.*}}, splat (i64 24)
; CHECK: icmp ult <8 x i64> {{.*}}, splat (i64 40)
define void @not(ptr %a, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %l = call i64 @__mux_get_local_id(i32 0)
  %shifted = add i64 %l, 4
  %row = udiv i64 %shifted, 24
  %moved = add i64 %l, %n
  %below = icmp ult i64 %moved, 40
  %flag = zext i1 %below to i64
  %sum = add i64 %row, %flag
  %at = getelementptr i64, ptr %a, i64 %l
  store i64 %sum, ptr %at
  ret void
}
declare i64 @__mux_get_local_id(i32)
