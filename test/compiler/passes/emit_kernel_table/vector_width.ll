; The program metadata has a kernel's vector width and dimension (3: the linear local id), and asks for
; local sizes of a multiple of it.
; RUN: muxc --passes=emit-kernel-table --verify-each %s | FileCheck %s
; The last 16 bytes of a kernel: preferred multiple, width, dimension, work-items per sub-group.
; CHECK: @kiln.program_metadata = {{.*}}wide\00{{.*}}\08\00\00\00\08\00\00\00\01\00\00\00\00\00\00\00\06\00\00\00linear{{.*}}@\00\00\00@\00\00\00\03\00\00\00\00\00\00\00\04\00\00\00none{{.*}}\01\00\00\00\01\00\00\00\00\00\00\00\00\00\00\00
; CHECK-NOT: kiln.vector_width
define hidden void @wide(ptr %arguments, ptr %schedule, i64 %first, i64 %last) "mux-kernel"="entry-point" !kiln.vector_width !0 {
  ret void
}
define hidden void @linear(ptr %arguments, ptr %schedule, i64 %first, i64 %last) "mux-kernel"="entry-point" !kiln.vector_width !1 {
  ret void
}
define hidden void @none(ptr %arguments, ptr %schedule, i64 %first, i64 %last) "mux-kernel"="entry-point" {
  ret void
}
!0 = !{i64 8, i64 1}
!1 = !{i64 64, i64 3}
