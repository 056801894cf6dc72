; The program gets one kernel for all variables that the host can name; those with names for the host
; come first.
; RUN: muxc --passes=expose-variables --verify-each %s | FileCheck %s
target triple = "spir64-unknown-unknown"

@public = addrspace(1) global [3 x i32] zeroinitializer
@table = addrspace(1) constant i64 7
@both = addrspace(1) global i8 1, !kiln.host_access !0
@hostOnly = internal addrspace(1) global float 0.0, !kiln.host_access !1
@constantForHost = addrspace(1) constant i16 3, !kiln.host_access !2

; CHECK: @kiln.variable_table = internal addrspace(2) constant [7 x ptr addrspace(1)]
; CHECK-SAME: [ptr addrspace(1) @both, ptr addrspace(1) @hostOnly, ptr addrspace(1) @constantForHost,
; CHECK-SAME: ptr addrspace(1) @public, ptr addrspace(1) @table, ptr addrspace(1) @both, ptr addrspace(1) @constantForHost]

; CHECK: define spir_kernel void @kiln.access_variables(ptr addrspace(1) %0, i64 %1, i64 %2, i64 %3, i32 %4)
; CHECK-SAME: !reqd_work_group_size [[ONE:![0-9]+]]
; CHECK: %place = getelementptr inbounds [7 x ptr addrspace(1)], ptr addrspace(2) @kiln.variable_table, i64 0, i64 %1
; CHECK: %variable = load ptr addrspace(1), ptr addrspace(2) %place
; CHECK: %bytes = getelementptr i8, ptr addrspace(1) %variable, i64 %2
; CHECK: read:
; CHECK-NEXT: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %0, ptr addrspace(1) %bytes, i64 %3, i1 false)
; CHECK: write:
; CHECK-NEXT: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %bytes, ptr addrspace(1) %0, i64 %3, i1 false)
; CHECK: address:
; CHECK-NEXT: ptrtoint ptr addrspace(1) %variable to i64
; CHECK-NEXT: store i64 {{.*}}, ptr addrspace(1) %0, align 1

; CHECK: !kiln.global_variables = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]], [[D:![0-9]+]], [[E:![0-9]+]], [[F:![0-9]+]], [[G:![0-9]+]]}
; CHECK-DAG: [[A]] = !{!"hostName", i64 1, i32 3}
; CHECK-DAG: [[B]] = !{!"other", i64 4, i32 2}
; CHECK-DAG: [[C]] = !{!"constant", i64 2, i32 1}
; CHECK-DAG: [[D]] = !{!"public", i64 12, i32 3}
; CHECK-DAG: [[E]] = !{!"table", i64 8, i32 1}
; CHECK-DAG: [[F]] = !{!"both", i64 1, i32 3}
; CHECK-DAG: [[G]] = !{!"constantForHost", i64 2, i32 1}

!0 = !{!"hostName", i32 3}
!1 = !{!"other", i32 2}
!2 = !{!"constant", i32 3}
