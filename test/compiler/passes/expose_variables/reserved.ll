; A program cannot define the kernel itself.
; RUN: not muxc --passes=expose-variables %s 2>&1 | FileCheck %s
; CHECK: the name 'kiln.access_variables' is reserved
target triple = "spir64-unknown-unknown"

@x = addrspace(1) global i32 1

define spir_kernel void @kiln.access_variables() {
  ret void
}
