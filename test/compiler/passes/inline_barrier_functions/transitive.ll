; Functions with a barrier, also through callees, are inlined into the kernel, noinline or not; others stay.
; RUN: muxc --passes=inline-barrier-functions --verify-each %s | FileCheck %s
; CHECK-NOT: define {{.*}}@inner
; CHECK-NOT: define {{.*}}@outer
; CHECK-LABEL: define void @k()
; CHECK: call void @__mux_work_group_barrier
; CHECK: call void @other()
; CHECK: call void @__mux_work_group_barrier
declare void @__mux_work_group_barrier(i32, i32, i32)
define internal void @other() noinline {
  ret void
}
define internal void @inner() noinline {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call void @other()
  ret void
}
define internal void @outer() noinline {
  call void @inner()
  ret void
}
define void @k() "mux-kernel"="entry-point" {
  call void @outer()
  call void @inner()
  ret void
}
