; Function pointers that lower-function-pointers has left, and inline assembly without a target, are errors.
; RUN: not muxc --passes=check-calls %s 2>&1 | FileCheck %s

; CHECK-DAG: error: the called function has another type than the call (in function 'indirect')
define spir_func void @indirect(ptr %f) {
  call spir_func void %f()
  ret void
}

; CHECK-DAG: error: a kernel cannot be called through a pointer: the address of 'taken' is taken
@table = addrspace(2) constant [1 x ptr] [ptr @taken]
define spir_kernel void @taken() {
  ret void
}

; CHECK-DAG: error: inline assembly is not supported (in function 'assembly')
define spir_func void @assembly() {
  call void asm sideeffect "nop", ""()
  ret void
}
