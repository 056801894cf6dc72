; Without a variable that the host can name, nothing is added.
; RUN: muxc --passes=expose-variables --verify-each %s | FileCheck %s --implicit-check-not=kiln.
target triple = "spir64-unknown-unknown"

; CHECK: @static
@static = internal addrspace(1) global i32 1
@imported = external addrspace(1) global i32
@constantMemory = addrspace(2) constant i32 2
@localMemory = addrspace(3) global i32 poison
@empty = addrspace(1) global [0 x i32] zeroinitializer

; CHECK: define spir_kernel void @k()
define spir_kernel void @k() {
  ret void
}
