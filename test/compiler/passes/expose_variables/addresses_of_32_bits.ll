; Sizes and addresses have the width of the device's, the kernel's arguments always 64 bits.
; RUN: muxc --passes=expose-variables --verify-each %s | FileCheck %s
target datalayout = "e-p:32:32"
target triple = "spir-unknown-unknown"

@x = addrspace(1) global i32 1

; CHECK: define spir_kernel void @kiln.access_variables(ptr addrspace(1) %0, i64 %1, i64 %2, i64 %3, i32 %4)
; CHECK: %size = trunc i64 %3 to i32
; CHECK: call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) %0, ptr addrspace(1) %bytes, i32 %size, i1 false)
; CHECK: ptrtoint ptr addrspace(1) %variable to i64
