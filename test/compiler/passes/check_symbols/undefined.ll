; A symbol without any definition is an error with its source name. Symbols of the builtins library
; or a target, intrinsics and unused declarations are accepted.
; RUN: not muxc --passes=check-symbols %s 2>&1 | FileCheck %s

; CHECK-NOT: error
; CHECK: error: undefined function 'missing(int, float)'
; CHECK-NEXT: error: undefined variable 'table'
; CHECK-NOT: error
@table = external addrspace(2) constant [4 x i32]

define spir_kernel void @k(ptr addrspace(1) %p) {
  %s = call spir_func float @_Z4fabsf(float 1.0)
  %m = call spir_func i32 @_Z7missingif(i32 1, float %s)
  %i = call i64 @__mux_get_global_id(i32 0)
  %a = call i32 @llvm.umax.i32(i32 %m, i32 1)
  %v = load i32, ptr addrspace(2) @table
  ret void
}
declare spir_func float @_Z4fabsf(float)
declare spir_func i32 @_Z7missingif(i32, float)
declare spir_func void @_Z6unusedv()
declare i64 @__mux_get_global_id(i32)
declare i32 @llvm.umax.i32(i32, i32)
