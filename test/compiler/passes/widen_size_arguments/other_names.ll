; Truncated names, and names that merely begin like a builtin's, stay unchanged.
; RUN: muxc --passes=widen-size-arguments --verify-each %s | FileCheck %s
; RUN: sed s/e-p:32:32/e-p:64:64/ %s | muxc --passes=widen-size-arguments --verify-each - | FileCheck %s
target datalayout = "e-p:32:32"
; CHECK: declare void @_Z5vload(i32, ptr)
; CHECK: declare void @_Z6vload4(i32, ptr)
; CHECK: declare void @_Z99vload4jPU3AS1Kj(i32, ptr)
; CHECK: declare void @_Z99999999999999999999vload4j()
; CHECK: declare void @_Z7vstore4(i32, ptr)
; CHECK: declare void @_Z7vstore4P(i32, ptr)
; CHECK: declare void @_Z21async_work_group_copyj9ocl_event(i32)
; CHECK: declare void @_Z29async_work_group_strided_copyj9ocl_event(i32)
; CHECK: declare void @_Z8prefetchj()
; CHECK: declare i32 @_Z6vload4jPU3AS1Kj(...)
declare void @_Z5vload(i32, ptr)
declare void @_Z6vload4(i32, ptr)
declare void @_Z99vload4jPU3AS1Kj(i32, ptr)
declare void @_Z99999999999999999999vload4j()
declare void @_Z7vstore4(i32, ptr)
declare void @_Z7vstore4P(i32, ptr)
declare void @_Z21async_work_group_copyj9ocl_event(i32)
declare void @_Z29async_work_group_strided_copyj9ocl_event(i32)
declare void @_Z8prefetchj()
declare i32 @_Z6vload4jPU3AS1Kj(...)
