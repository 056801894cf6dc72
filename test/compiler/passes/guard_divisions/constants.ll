; A constant divisor known to be harmless needs no guard; a poison one must not stay.
; RUN: muxc --passes='function(guard-divisions)' --verify-each %s | FileCheck %s

; CHECK-LABEL: @harmless(
; CHECK-NEXT: sdiv i32 %a, 10
; CHECK-NEXT: udiv i32 %a, -1
; CHECK-NEXT: sdiv exact i32 %a, 4
; CHECK-NEXT: fdiv float
define void @harmless(i32 %a, float %x, float %y) {
  %q = sdiv i32 %a, 10
  %r = udiv i32 %a, -1
  %s = sdiv exact i32 %a, 4
  %t = fdiv float %x, %y
  ret void
}

; CHECK-LABEL: @zero(
; CHECK: [[Q:%.*]] = udiv i32 %a, 1
; CHECK-NEXT: ret i32 [[Q]]
define i32 @zero(i32 %a) {
  %q = udiv i32 %a, 0
  ret i32 %q
}

; CHECK-LABEL: @poison_lane(
; CHECK: freeze <2 x i32> <i32 3, i32 poison>
; CHECK-NOT: urem {{.*}}poison
define <2 x i32> @poison_lane(<2 x i32> %a) {
  %r = urem <2 x i32> %a, <i32 3, i32 poison>
  ret <2 x i32> %r
}

; A bit is divided by 1 or is undefined: no division is left.
; CHECK-LABEL: @bit(
; CHECK-NEXT: or i1 %a, false
define i1 @bit(i1 %a, i1 %b) {
  %q = sdiv i1 %a, %b
  %r = urem i1 %q, %b
  %s = or i1 %q, %r
  ret i1 %s
}
