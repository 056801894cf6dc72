; A variable has one offset, behind the variables of all kernels that reach it by calls, also through
; another kernel. Other kernels do not pay for it. Large ones are aligned to cache lines.
; RUN: muxc --passes=local-memory --verify-each %s | FileCheck %s
; CHECK-NOT: addrspace(3) global
; CHECK-LABEL: @f(
; CHECK: call ptr addrspace(3) @kiln.local_memory(i64 0)
; CHECK: @a({{.*}} !kiln.local_size ![[A:[0-9]+]]
; CHECK: call ptr addrspace(3) @kiln.local_memory(i64 64)
; CHECK: @b({{.*}} !kiln.local_size ![[B:[0-9]+]]
; CHECK: call ptr addrspace(3) @kiln.local_memory(i64 0)
; CHECK: @caller({{.*}} !kiln.local_size ![[A]]
; CHECK: @none({{.*}} !kiln.local_size ![[NONE:[0-9]+]]
; CHECK-DAG: ![[A]] = !{i64 128}
; CHECK-DAG: ![[B]] = !{i64 2}
; CHECK-DAG: ![[NONE]] = !{i64 0}
@shared = internal addrspace(3) global i32 poison
@mine = internal addrspace(3) global [4 x <4 x float>] poison
@yours = internal addrspace(3) global i16 poison, align 2
define void @f() {
  store i32 1, ptr addrspace(3) @shared
  ret void
}
define void @a() "mux-kernel"="entry-point" {
  call void @f()
  store float 0.0, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @mine, i64 8)
  ret void
}
define void @b() "mux-kernel"="entry-point" {
  store i16 0, ptr addrspace(3) @yours
  ret void
}
define void @caller() "mux-kernel"="entry-point" {
  call void @a()
  ret void
}
define void @none() "mux-kernel"="entry-point" {
  ret void
}
