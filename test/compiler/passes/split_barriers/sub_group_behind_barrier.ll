; A function of a sub-group behind a barrier of the work-group, in one block: each ends its region.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK-NOT: call
; CHECK: ret i32 2
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: store i1 %{{.*}}, ptr %p
; CHECK-LABEL: define internal i32 @k.region2(
; CHECK-NOT: @__mux_sub_group_all
; CHECK: ret i32 1
define void @k(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  %all = call i1 @__mux_sub_group_all(i1 true)
  store i1 %all, ptr %p
  ret void
}
declare i1 @__mux_sub_group_all(i1) convergent
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
!0 = !{i64 4}
