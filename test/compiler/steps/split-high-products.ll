; The upper half of products of 64-bit numbers, from four products of 32 bits; signed ones are corrected. Not for two lanes.
; RUN: muxc --passes=split-high-products --verify-each %s | FileCheck %s
; RUN: muxc --passes=split-high-products --verify-each -cl-kiln-disable-steps=split-high-products %s | FileCheck %s --check-prefix=OFF
; CHECK-LABEL: define <4 x i64> @unsigned(
; CHECK-NOT: i128
; CHECK-COUNT-4: mul nuw <4 x i64>
; CHECK-NOT: ashr
; CHECK: ret
; OFF: i128
define <4 x i64> @unsigned(<4 x i64> %a, <4 x i64> %b) {
  %x = zext <4 x i64> %a to <4 x i128>
  %y = zext <4 x i64> %b to <4 x i128>
  %p = mul nuw <4 x i128> %x, %y
  %h = lshr <4 x i128> %p, splat (i128 64)
  %r = trunc nuw <4 x i128> %h to <4 x i64>
  ret <4 x i64> %r
}
; CHECK-LABEL: define <8 x i64> @signed(
; CHECK-NOT: i128
; CHECK-COUNT-2: ashr <8 x i64> {{.*}}, splat (i64 63)
; CHECK: ret
define <8 x i64> @signed(<8 x i64> %a, <8 x i64> %b) {
  %x = sext <8 x i64> %a to <8 x i128>
  %y = sext <8 x i64> %b to <8 x i128>
  %p = mul nsw <8 x i128> %x, %y
  %h = lshr <8 x i128> %p, splat (i128 64)
  %r = trunc <8 x i128> %h to <8 x i64>
  ret <8 x i64> %r
}
; CHECK-LABEL: define <2 x i64> @two(
; CHECK: mul {{.*}}<2 x i128>
define <2 x i64> @two(<2 x i64> %a, <2 x i64> %b) {
  %x = zext <2 x i64> %a to <2 x i128>
  %y = zext <2 x i64> %b to <2 x i128>
  %p = mul <2 x i128> %x, %y
  %h = lshr <2 x i128> %p, splat (i128 64)
  %r = trunc <2 x i128> %h to <2 x i64>
  ret <2 x i64> %r
}
; Another part of the product, and narrower factors.
; CHECK-LABEL: define <4 x i64> @middle(
; CHECK: mul {{.*}}<4 x i128>
define <4 x i64> @middle(<4 x i64> %a, <4 x i64> %b) {
  %x = zext <4 x i64> %a to <4 x i128>
  %y = zext <4 x i64> %b to <4 x i128>
  %p = mul <4 x i128> %x, %y
  %h = lshr <4 x i128> %p, splat (i128 63)
  %r = trunc <4 x i128> %h to <4 x i64>
  ret <4 x i64> %r
}
