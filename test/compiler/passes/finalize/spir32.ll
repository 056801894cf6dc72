; The pipeline works for 32-bit devices.
; RUN: muxc --pipeline=finalize --verify-each %s | FileCheck %s
target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir"

; CHECK-LABEL: @k(
; CHECK: call i32 @__mux_get_global_id(i32 0)
; CHECK: [[SLOT:%.*]] = ptrtoint ptr addrspace(1) {{.*}} to i64
; CHECK: call {{.*}} @__kiln_printf_1(i32 0, i64 [[SLOT]])
@format = private addrspace(2) constant [3 x i8] c"%p\00"
define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = call spir_func i32 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, ptr addrspace(1) %q)
  ret void
}
declare spir_func i32 @_Z13get_global_idj(i32)
declare spir_func i32 @printf(ptr addrspace(2), ...)
