; A function without a definition is named in the error.
; RUN: not muxc --passes=emit-kernel-table %s 2>&1 | FileCheck %s
; CHECK: error: the function '__mux_dma_read' is called, but this target has no definition of it
declare void @__mux_dma_read()
define hidden void @k(ptr %arguments, ptr %schedule, i64 %first, i64 %last) "mux-kernel"="entry-point" {
  call void @__mux_dma_read()
  ret void
}
