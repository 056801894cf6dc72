; The library's units are for 64-bit addresses. On a device with 32-bit ones they get ids and sizes
; of 32 bits, as the program does.
; RUN: muxc --passes=link-builtins --verify-each %s | FileCheck %s
target datalayout = "e-p:32:32-i64:64"
target triple = "spir"

%event = type target("spirv.Event")
declare spir_func %event @_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, %event)
declare i32 @__mux_get_local_linear_id()

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call i32 @__mux_get_local_linear_id()
; CHECK-LABEL: @__mux_dma_read_1d(
; CHECK: [[ID:%.*]] = call i32 @__mux_get_local_linear_id()
; CHECK: zext i32 [[ID]] to i64
; CHECK-NOT: i64 @__mux_get
define spir_kernel void @k(ptr addrspace(3) %l, ptr addrspace(1) %p) #0 {
  %i = call i32 @__mux_get_local_linear_id()
  %n = zext i32 %i to i64
  %e = call spir_func %event @_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %p, i64 %n, %event zeroinitializer)
  ret void
}
attributes #0 = { "mux-kernel"="entry-point" }
