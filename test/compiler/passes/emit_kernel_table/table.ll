; The table lists the kernels in order; table and program metadata are in llvm.compiler.used.
; RUN: muxc --passes=emit-kernel-table --verify-each %s | FileCheck %s
; CHECK: @kiln_kernels = constant { i32, i32, [2 x ptr] } { i32 1, i32 2, [2 x ptr] [ptr @b, ptr @a] }, align 8
; CHECK: @kiln.program_metadata = internal constant {{.*}}Kiln{{.*}}hello %d{{.*}}section ".note.kiln", align 8
; CHECK: @llvm.compiler.used = {{.*}}@kiln_kernels, ptr @kiln.program_metadata
; CHECK-NOT: kiln.printf.strings
define hidden void @b(ptr %arguments, ptr %schedule, i64 %first, i64 %last) "mux-kernel"="entry-point" {
  ret void
}
define hidden void @a(ptr %arguments, ptr %schedule, i64 %first, i64 %last) "mux-kernel"="entry-point" {
  ret void
}
!kiln.printf.strings = !{!0}
!0 = !{!"hello %d"}
