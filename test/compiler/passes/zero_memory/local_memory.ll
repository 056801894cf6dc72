; A work-group begins with zeros in all of its local memory, arguments' included. Nothing happens without
; local memory or without the option.
; RUN: muxc --passes=kernel-parameters,local-memory,outline-work-items,work-item-loops,zero-local-memory --verify-each %s | FileCheck %s

@mine = internal addrspace(3) global [4 x i32] undef

; CHECK-LABEL: @variable(
; CHECK: %[[START:.*]] = call i64 @__mux_get_memory_local_start()
; CHECK: %[[ADDRESS:.*]] = inttoptr i64 %[[START]] to ptr
; CHECK: %[[SIZE:.*]] = call i64 @__mux_get_memory_local_size()
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %[[ADDRESS]], i8 0, i64 %[[SIZE]], i1 false)
; CHECK: call void @variable.items
define spir_kernel void @variable() "mux-kernel"="entry-point" "kiln-zero-local" {
  store volatile i32 1, ptr addrspace(3) @mine
  ret void
}
; CHECK-LABEL: @argument(
; CHECK: call void @llvm.memset
define spir_kernel void @argument(ptr addrspace(3) %p) "mux-kernel"="entry-point" "kiln-zero-local" {
  store volatile i32 1, ptr addrspace(3) %p
  ret void
}
; CHECK-LABEL: @none(
; CHECK-NOT: call void @llvm.memset
define spir_kernel void @none() "mux-kernel"="entry-point" "kiln-zero-local" {
  ret void
}
; CHECK-LABEL: @unasked(
; CHECK-NOT: call void @llvm.memset
define spir_kernel void @unasked() "mux-kernel"="entry-point" {
  store volatile i32 1, ptr addrspace(3) @mine
  ret void
}
