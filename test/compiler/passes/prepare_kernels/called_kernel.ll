; A kernel called by another one keeps an internal copy for its callers.
; RUN: muxc --passes=prepare-kernels --verify-each %s | FileCheck %s

; CHECK-LABEL: define dso_local spir_kernel void @k(
; CHECK-NEXT: store i32 1
; CHECK-LABEL: define dso_local spir_kernel void @caller(
; CHECK-NEXT: call spir_func void @k.callable(
define spir_kernel void @k(ptr addrspace(1) %p) {
  call spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p)
  ret void
}
define spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @caller(ptr addrspace(1) %p) {
  call spir_func void @__clang_ocl_kern_imp_caller(ptr addrspace(1) %p)
  ret void
}
define spir_func void @__clang_ocl_kern_imp_caller(ptr addrspace(1) %p) {
  call spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p)
  ret void
}
; CHECK: define internal spir_func void @k.callable({{.*}} {
; CHECK-NEXT: store i32 1
; CHECK-NOT: __clang_ocl_kern_imp_
