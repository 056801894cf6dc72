; Builtins with sizes become the library's. Functions defined by the program, missing in the library or of
; another type stay.
; RUN: muxc --passes=widen-size-arguments --verify-each %s | FileCheck %s
target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir"
%event = type target("spirv.Event")

; CHECK-LABEL: define void @k(
define void @k(ptr addrspace(1) %p, ptr addrspace(3) %l, i32 %i) {
  ; CHECK: [[SIZE:%.*]] = zext i32 %i to i64
  ; CHECK: %v = call spir_func <4 x i32> @_Z6vload4mPU3AS1Kj(i64 [[SIZE]], ptr addrspace(1) %p)
  %v = call spir_func <4 x i32> @_Z6vload4jPU3AS1Kj(i32 %i, ptr addrspace(1) %p)
  ; CHECK: call spir_func void @_Z7vstore4Dv4_jmPU3AS1j(<4 x i32> %v, i64 {{%.*}}, ptr addrspace(1) %p)
  call spir_func void @_Z7vstore4Dv4_jjPU3AS1j(<4 x i32> %v, i32 %i, ptr addrspace(1) %p)
  ; CHECK: call spir_func void @_Z8prefetchPU3AS1Kjm(ptr addrspace(1) %p, i64 {{%.*}})
  call spir_func void @_Z8prefetchPU3AS1Kjj(ptr addrspace(1) %p, i32 %i)
  ; CHECK: @_Z21async_work_group_copyPU3AS3jPU3AS1Kjm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %p, i64 {{%.*}}, target("spirv.Event") zeroinitializer)
  %e = call spir_func %event @_Z21async_work_group_copyPU3AS3jPU3AS1Kjj9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %p, i32 %i, %event zeroinitializer)
  ; CHECK: @_Z29async_work_group_strided_copyPU3AS3jPU3AS1Kjmm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %p, i64 {{%.*}}, i64 2, target("spirv.Event") %e)
  %f = call spir_func %event @_Z29async_work_group_strided_copyPU3AS3jPU3AS1Kjjj9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %p, i32 %i, i32 2, %event %e)
  ; CHECK: call spir_func void @_Z9prefetchyj(i32 %i)
  call spir_func void @_Z9prefetchyj(i32 %i)
  ; CHECK: call spir_func <2 x i32> @_Z6vload2jPU3AS1Kj(i32 %i, ptr addrspace(1) %p)
  %own = call spir_func <2 x i32> @_Z6vload2jPU3AS1Kj(i32 %i, ptr addrspace(1) %p)
  ret void
}
; CHECK-NOT: declare {{.*}}_Z6vload4j
declare spir_func <4 x i32> @_Z6vload4jPU3AS1Kj(i32, ptr addrspace(1))
declare spir_func void @_Z7vstore4Dv4_jjPU3AS1j(<4 x i32>, i32, ptr addrspace(1))
declare spir_func void @_Z8prefetchPU3AS1Kjj(ptr addrspace(1), i32)
declare spir_func %event @_Z21async_work_group_copyPU3AS3jPU3AS1Kjj9ocl_event(ptr addrspace(3), ptr addrspace(1), i32, %event)
declare spir_func %event @_Z29async_work_group_strided_copyPU3AS3jPU3AS1Kjjj9ocl_event(ptr addrspace(3), ptr addrspace(1), i32, i32, %event)
declare spir_func void @_Z9prefetchyj(i32)
define spir_func <2 x i32> @_Z6vload2jPU3AS1Kj(i32 %i, ptr addrspace(1) %p) {
  ret <2 x i32> zeroinitializer
}
