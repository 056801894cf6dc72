; Each kind of division gets a safe divisor; the quotient by -1 is the negated dividend.
; RUN: muxc --passes='function(guard-divisions)' --verify-each %s | FileCheck %s

; CHECK-LABEL: @signed(
; CHECK: [[D:%.*]] = freeze i32 %b
; CHECK-NEXT: [[D1:%.*]] = add i32 [[D]], 1
; CHECK-NEXT: [[BAD:%.*]] = icmp ult i32 [[D1]], 2
; CHECK-NEXT: [[SAFE:%.*]] = select i1 [[BAD]], i32 1, i32 [[D]]
; CHECK-NEXT: [[Q:%.*]] = sdiv i32 %a, [[SAFE]]
; CHECK-NEXT: [[M1:%.*]] = icmp eq i32 [[D]], -1
; CHECK-NEXT: [[NEG:%.*]] = sub i32 0, %a
; CHECK-NEXT: [[R:%.*]] = select i1 [[M1]], i32 [[NEG]], i32 [[Q]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: @remainder(
; CHECK: [[BAD:%.*]] = icmp ult i64 {{%.*}}, 2
; CHECK-NEXT: [[SAFE:%.*]] = select i1 [[BAD]], i64 1
; CHECK-NEXT: [[R:%.*]] = srem i64 %a, [[SAFE]]
; CHECK-NEXT: ret i64 [[R]]
define i64 @remainder(i64 %a, i64 %b) {
  %r = srem i64 %a, %b
  ret i64 %r
}
