; One atomic addition reserves a record; a record beyond the capacity is counted.
; RUN: muxc --passes=lower-printf --verify-each %s | FileCheck %s

@format = addrspace(2) constant [3 x i8] c"%d\00"
define spir_func i32 @f(i32 %x) {
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %x)
  ret i32 %r
}
declare spir_func i32 @printf(ptr addrspace(2), ...)

; CHECK-LABEL: define internal spir_func i32 @__kiln_printf_1(i32 %0, i64 %1)
; CHECK: [[BUFFER:%.*]] = call ptr addrspace(1) @__mux_get_printf_buffer()
; CHECK: icmp eq ptr addrspace(1) [[BUFFER]], null
; CHECK: [[USED:%.*]] = load atomic i32, ptr addrspace(1) [[BUFFER]] monotonic
; CHECK: icmp ult i32 [[USED]],
; CHECK: [[START:%.*]] = atomicrmw add ptr addrspace(1) [[BUFFER]], i32 16 monotonic
; CHECK: [[WIDE:%.*]] = zext i32 [[START]] to i64
; CHECK: [[LAST:%.*]] = add i64 [[WIDE]], 16
; CHECK: icmp ule i64 [[LAST]],
; CHECK: store i32 16, ptr addrspace(1) [[RECORD:%.*]], align 4
; CHECK: store i32 %0, ptr addrspace(1)
; CHECK: store i64 %1, ptr addrspace(1)
; CHECK: ret i32 0
; CHECK: store i32 0, ptr addrspace(1)
; CHECK: [[DROPPED:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[BUFFER]], i64 4
; CHECK: atomicrmw add ptr addrspace(1) [[DROPPED]], i32 1
; CHECK: ret i32 -1
