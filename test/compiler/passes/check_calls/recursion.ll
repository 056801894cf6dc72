; Direct and mutual recursion are errors, also through kernels.
; RUN: not muxc --passes=check-calls %s 2>&1 | FileCheck %s

; CHECK-DAG: error: recursion is not supported: function 'direct(int)' calls itself
define spir_func i32 @_Z6directi(i32 %n) {
  %r = call spir_func i32 @_Z6directi(i32 %n)
  ret i32 %r
}

; CHECK-DAG: error: recursion is not supported: function 'ping' and 'pong' form a cycle of calls
define spir_func void @ping() {
  call spir_func void @pong()
  ret void
}
define spir_func void @pong() {
  call spir_func void @ping()
  ret void
}

; CHECK-DAG: error: recursion is not supported: function 'k' calls itself
define spir_kernel void @k() {
  call spir_func void @__clang_ocl_kern_imp_k()
  ret void
}
define spir_func void @__clang_ocl_kern_imp_k() {
  call spir_func void @__clang_ocl_kern_imp_k()
  ret void
}
