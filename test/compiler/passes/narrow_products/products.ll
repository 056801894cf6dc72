; 64-bit products of extended shorts are computed in 32 bits. Others stay.
; RUN: muxc --target=host --passes=narrow-products --verify-each %s | FileCheck %s
; CHECK-LABEL: define <8 x i64> @shorts(
; CHECK: %[[A:.*]] = sext <8 x i16> %a to <8 x i32>
; CHECK: %[[B:.*]] = sext <8 x i16> %b to <8 x i32>
; CHECK: %[[P:.*]] = mul nsw <8 x i32> %[[A]], %[[B]]
; CHECK: sext <8 x i32> %[[P]] to <8 x i64>
define <8 x i64> @shorts(<8 x i16> %a, <8 x i16> %b) {
  %x = sext <8 x i16> %a to <8 x i64>
  %y = sext <8 x i16> %b to <8 x i64>
  %m = mul nsw <8 x i64> %x, %y
  ret <8 x i64> %m
}

; CHECK-LABEL: define <8 x i64> @unsigned(
; CHECK: mul nuw <8 x i64>
define <8 x i64> @unsigned(<8 x i16> %a, <8 x i16> %b) {
  %x = zext <8 x i16> %a to <8 x i64>
  %y = zext <8 x i16> %b to <8 x i64>
  %m = mul nuw <8 x i64> %x, %y
  ret <8 x i64> %m
}

; CHECK-LABEL: define <8 x i64> @ints(
; CHECK: mul nsw <8 x i64>
define <8 x i64> @ints(<8 x i32> %a, <8 x i16> %b) {
  %x = sext <8 x i32> %a to <8 x i64>
  %y = sext <8 x i16> %b to <8 x i64>
  %m = mul nsw <8 x i64> %x, %y
  ret <8 x i64> %m
}
