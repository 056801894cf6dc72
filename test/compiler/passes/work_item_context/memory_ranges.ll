; The schedule has the ranges of local and private memory.
; RUN: muxc --passes=work-item-context --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 160
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 168
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 176
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 184
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 144
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 152
; CHECK-NOT: __mux_
target triple = "x86_64-unknown-linux-gnu"
declare i64 @__mux_get_memory_local_start()
declare i64 @__mux_get_memory_local_size()
declare i64 @__mux_get_memory_stack_start()
declare i64 @__mux_get_memory_stack_size()
declare i64 @__mux_get_memory_frame_start()
declare i64 @__mux_get_memory_frame_size()
define void @k(ptr addrspace(1) %out) "mux-kernel"="entry-point" {
  %a = call i64 @__mux_get_memory_local_start()
  store volatile i64 %a, ptr addrspace(1) %out
  %b = call i64 @__mux_get_memory_local_size()
  store volatile i64 %b, ptr addrspace(1) %out
  %c = call i64 @__mux_get_memory_stack_start()
  store volatile i64 %c, ptr addrspace(1) %out
  %d = call i64 @__mux_get_memory_stack_size()
  store volatile i64 %d, ptr addrspace(1) %out
  %e = call i64 @__mux_get_memory_frame_start()
  store volatile i64 %e, ptr addrspace(1) %out
  %f = call i64 @__mux_get_memory_frame_size()
  store volatile i64 %f, ptr addrspace(1) %out
  ret void
}
