; Variables with zeros as their initialiser are zeroed for each kernel that reaches them, and no others.
; RUN: muxc --passes=kernel-parameters,local-memory,outline-work-items,work-item-loops,zero-local-memory --verify-each %s | FileCheck %s
@zeros = internal addrspace(3) global [4 x i32] zeroinitializer
@any = internal addrspace(3) global [4 x i32] undef

; CHECK-LABEL: define spir_kernel void @both(
; CHECK-SAME: !kiln.zeroed_local ![[RANGES:[0-9]+]]
; CHECK: %[[START:.*]] = call ptr addrspace(3) @kiln.local_memory(i64 [[OFFSET:[0-9]+]])
; CHECK-NEXT: call void @llvm.memset.p3.i64(ptr addrspace(3) %[[START]], i8 0, i64 16, i1 false)
; CHECK-NOT: memset
; CHECK: call void @both.items
define spir_kernel void @both() "mux-kernel"="entry-point" {
  call void @callee()
  store volatile i32 1, ptr addrspace(3) @any
  ret void
}
; CHECK-LABEL: define spir_kernel void @none(
; CHECK-NOT: memset
; CHECK: call void @none.items
define spir_kernel void @none() "mux-kernel"="entry-point" {
  store volatile i32 1, ptr addrspace(3) @any
  ret void
}
; CHECK: ![[RANGES]] = !{i64 [[OFFSET]], i64 16}
define void @callee() {
  store volatile i32 1, ptr addrspace(3) @zeros
  ret void
}
