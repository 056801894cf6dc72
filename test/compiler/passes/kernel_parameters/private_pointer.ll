; No host can pass a pointer to private memory.
; RUN: not muxc --passes=kernel-parameters %s 2>&1 | FileCheck %s
; CHECK: error: {{.*}}parameter 1 has a type that kernels cannot take
define void @k(i32 %x, ptr %p) "mux-kernel"="entry-point" {
  ret void
}
