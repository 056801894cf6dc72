; Unsigned divisors are compared with zero alone.
; RUN: muxc --passes='function(guard-divisions)' --verify-each %s | FileCheck %s

; CHECK-LABEL: @quotient(
; CHECK: [[D:%.*]] = freeze i8 %b
; CHECK-NEXT: [[BAD:%.*]] = icmp eq i8 [[D]], 0
; CHECK-NEXT: [[SAFE:%.*]] = select i1 [[BAD]], i8 1, i8 [[D]]
; CHECK-NEXT: udiv i8 %a, [[SAFE]]
define i8 @quotient(i8 %a, i8 %b) {
  %q = udiv i8 %a, %b
  ret i8 %q
}

; CHECK-LABEL: @remainder(
; CHECK: [[SAFE:%.*]] = select i1 {{%.*}}, i16 1, i16 {{%.*}}
; CHECK-NEXT: [[R:%.*]] = urem i16 %a, [[SAFE]]
; CHECK-NEXT: ret i16 [[R]]
define i16 @remainder(i16 %a, i16 %b) {
  %r = urem i16 %a, %b
  ret i16 %r
}
