; Recursion through pointers is an error, also if the program may never take the way back.
; RUN: not muxc --passes=lower-function-pointers,check-calls %s 2>&1 | FileCheck %s

@table = addrspace(2) constant [3 x ptr] [ptr @alone, ptr @first, ptr @second]

; CHECK-DAG: error: recursion is not supported: function 'alone' can call itself through a pointer; a call through a pointer may reach each function of its type
define spir_func i32 @alone(ptr %f, i32 %x) {
  %r = call spir_func i32 %f(ptr %f, i32 %x)
  ret i32 %r
}

; CHECK-DAG: error: recursion is not supported: function 'first' and 'inner' can form a cycle of calls; a call through a pointer may reach each function of its type
define spir_func void @first(ptr %f) {
  call spir_func void @inner(ptr %f)
  ret void
}
define spir_func void @second(ptr %f) {
  ret void
}
define spir_func void @inner(ptr %f) {
  call spir_func void %f(ptr %f)
  call spir_func void @second(ptr %f)
  ret void
}
