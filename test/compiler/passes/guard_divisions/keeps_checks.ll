; A check behind a division survives LLVM's optimiser. Without the guard LLVM would take the division as
; proof of a divisor other than zero.
; RUN: muxc --passes='function(guard-divisions),default<O2>' %s | FileCheck %s
; RUN: muxc --passes='default<O2>' %s | FileCheck --check-prefix=UNGUARDED %s

; CHECK-LABEL: @check_after(
; CHECK: icmp eq i32 {{%.*}}, 0
; CHECK: select i1 {{.*}}, i32 -7
; UNGUARDED-LABEL: @check_after(
; UNGUARDED-NOT: i32 -7
; UNGUARDED: ret
define i32 @check_after(i32 %a, i32 %n, ptr %p) {
  %q = udiv i32 %a, %n
  store i32 %q, ptr %p
  %zero = icmp eq i32 %n, 0
  %r = select i1 %zero, i32 -7, i32 %q
  ret i32 %r
}
