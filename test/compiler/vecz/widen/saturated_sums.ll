; Sums of bytes that are only compared with small constants stay bytes, saturated at 255.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=vecz-widen --verify-each %s | FileCheck %s

; CHECK-LABEL: define <8 x i1> @votes.simd(
; CHECK-NOT: i32>
; CHECK-DAG: [[AB:%.*]] = call <8 x i8> @llvm.uadd.sat.v8i8(<8 x i8> %a, <8 x i8> %b)
; CHECK-DAG: [[C:%.*]] = zext <8 x i1> %c to <8 x i8>
; CHECK: [[ABC:%.*]] = call <8 x i8> @llvm.uadd.sat.v8i8(<8 x i8> [[AB]], <8 x i8> [[C]])
; CHECK-DAG: icmp eq <8 x i8> [[ABC]], splat (i8 3)
; CHECK-DAG: icmp ult <8 x i8> [[ABC]], splat (i8 -2)
; CHECK: ret
define i1 @votes(i8 %a, i8 %b, i1 %c) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %z = zext i1 %c to i32
  %xy = add i32 %x, %y
  %n = add i32 %xy, %z
  %isThree = icmp eq i32 %n, 3
  %isSmall = icmp slt i32 %n, 254
  %r = and i1 %isThree, %isSmall
  ret i1 %r
}

; Sums of shorts: 32 bits hold enough of them.
; CHECK-LABEL: define <8 x i1> @shorts.simd(
; CHECK: call <8 x i16> @llvm.uadd.sat.v8i16(<8 x i16> %a, <8 x i16> %b)
define i1 @shorts(i16 %a, i16 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i16 %a to i32
  %y = zext i16 %b to i32
  %n = add i32 %x, %y
  %c = icmp ugt i32 %n, 300
  ret i1 %c
}

; Not for limits that a saturated sum cannot tell from greater ones, signed terms, or other users.
; CHECK-LABEL: define <8 x i1> @limit.simd(
; CHECK-NOT: uadd.sat
; CHECK-LABEL: define <8 x i1> @signs.simd(
; CHECK-NOT: uadd.sat
; CHECK-LABEL: define <8 x i32> @used.simd(
; CHECK-NOT: uadd.sat
; CHECK-LABEL: define <8 x i1> @part.simd(
; CHECK-NOT: uadd.sat
; CHECK: ret
define i1 @limit(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %n = add i32 %x, %y
  %c = icmp eq i32 %n, 255
  ret i1 %c
}
define i1 @signs(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = sext i8 %b to i32
  %n = add i32 %x, %y
  %c = icmp eq i32 %n, 3
  ret i1 %c
}
define i32 @used(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %n = add i32 %x, %y
  %c = icmp eq i32 %n, 3
  %r = select i1 %c, i32 %n, i32 0
  ret i32 %r
}
define i1 @part(i8 %a, i8 %b, i8 %d) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %z = zext i8 %d to i32
  %n = add i32 %x, %y
  %m = add i32 %n, %z
  %c = icmp eq i32 %m, 3
  %e = icmp eq i32 %n, %z
  %r = and i1 %c, %e
  ret i1 %r
}
