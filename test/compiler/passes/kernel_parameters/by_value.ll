; A structure with reads only stays in the argument block; one with a write is copied first.
; RUN: muxc --passes=kernel-parameters --verify-each %s | FileCheck %s
; CHECK-LABEL: @reads(ptr noalias readonly align 4 dereferenceable(8) %s)
; CHECK-NOT: alloca
; CHECK-LABEL: @writes(
; CHECK: %s.private = alloca [2 x i32], align 4
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 %s.private, ptr align 4 %s, i64 8, i1 false)
; CHECK: store i32 1, ptr %s.private
target triple = "x86_64-unknown-linux-gnu"
define void @reads(ptr byval([2 x i32]) align 4 %s) "mux-kernel"="entry-point" {
  %x = load i32, ptr %s
  ret void
}
define void @writes(ptr byval([2 x i32]) align 4 %s) "mux-kernel"="entry-point" {
  store i32 1, ptr %s
  ret void
}
