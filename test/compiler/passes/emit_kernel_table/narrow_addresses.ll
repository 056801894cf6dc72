; Entries have eight bytes; a 32-bit address fills the lower four.
; RUN: muxc --passes=emit-kernel-table --verify-each %s | FileCheck %s
; CHECK: @kiln_kernels = constant { i32, i32, [1 x { ptr, i32 }] } { i32 1, i32 1, [1 x { ptr, i32 }] [{ ptr, i32 } { ptr @a, i32 0 }] }, align 8
target datalayout = "e-p:32:32"
define hidden void @a(ptr %arguments, ptr %schedule, i64 %first, i64 %last) "mux-kernel"="entry-point" {
  ret void
}
