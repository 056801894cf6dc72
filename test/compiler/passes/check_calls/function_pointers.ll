; Function pointers and inline assembly without a target are errors.
; RUN: not muxc --passes=check-calls %s 2>&1 | FileCheck %s

; CHECK-DAG: error: function pointers are not supported: indirect call in function 'indirect'
define spir_func void @indirect(ptr %f) {
  call spir_func void %f()
  ret void
}

; CHECK-DAG: error: function pointers are not supported: the address of function 'taken' is taken
@table = addrspace(2) constant [1 x ptr] [ptr @taken]
define spir_func void @taken() {
  ret void
}

; CHECK-DAG: error: inline assembly is not supported (in function 'assembly')
define spir_func void @assembly() {
  call void asm sideeffect "nop", ""()
  ret void
}
