; Calls without recursion (a diamond, intrinsics) pass unchanged.
; RUN: muxc --passes=check-calls --verify-each %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-COUNT-2: call spir_func void @middle
define spir_kernel void @k(i32 %n) {
  call spir_func void @middle(i32 %n)
  call spir_func void @middle(i32 %n)
  call spir_func void @leaf(i32 %n)
  ret void
}

define spir_func void @middle(i32 %n) {
  call spir_func void @leaf(i32 %n)
  ret void
}
define spir_func void @leaf(i32 %n) {
  %x = call i32 @llvm.umax.i32(i32 %n, i32 1)
  ret void
}
declare i32 @llvm.umax.i32(i32, i32)
