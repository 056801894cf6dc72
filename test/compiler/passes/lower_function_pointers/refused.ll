; Variadic calls through pointers, calls with another type than the function's, addresses of kernels,
; and aliases are errors.
; RUN: not muxc --passes=lower-function-pointers,check-calls %s 2>&1 | FileCheck %s

; CHECK-DAG: error: a variadic call through a pointer is not supported (in function 'variadic')
define spir_func void @variadic(ptr %f) {
  call spir_func void (i32, ...) %f(i32 1, i32 2)
  ret void
}

; CHECK-DAG: error: the called function has another type than the call (in function 'mismatch')
define spir_func void @mismatch() {
  call spir_func void @other(i32 1)
  ret void
}
define spir_func void @other(float %x) {
  ret void
}

; CHECK-DAG: error: a kernel cannot be called through a pointer: the address of 'k' is taken
@table = addrspace(2) constant [1 x ptr] [ptr @k]
define spir_kernel void @k() {
  ret void
}

; CHECK-DAG: error: aliases of functions are not supported: 'original' has one
@alias = alias void (), ptr @original
define spir_func void @original() {
  ret void
}
