; Functions that cannot share a boundary: behind an access to memory, of another group, behind a barrier, or in another
; block. A function without use takes part in no exchange.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @memory(
; CHECK: region2:
; CHECK-LABEL: define void @groups(
; CHECK: region2:
; CHECK-LABEL: define void @barrier(
; CHECK: region3:
; CHECK-LABEL: define void @unused(
; CHECK: region1:
; CHECK-NOT: region2:
; CHECK-NOT: vector.reduce.add
; CHECK: vector.reduce.smax
; A joined function of the work-group, in a loop: its value of the last iteration is used in front of its call.
; CHECK-LABEL: define void @loop(
; CHECK: region1:
; CHECK-NOT: region2:
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add
; CHECK: store i32 %[[SUM]], ptr %uniform1
; CHECK: %[[MOST:.*]] = call i32 @llvm.vector.reduce.smax
; CHECK: store i32 %[[MOST]], ptr %uniform
; CHECK: call i32 @loop.region1.items(
define void @memory(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load i32, ptr %p
  %a = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  store i32 %a, ptr %p
  %b = call i32 @__mux_sub_group_reduce_smax_i32(i32 %x)
  store i32 %b, ptr %p
  ret void
}
define void @groups(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load i32, ptr %p
  %a = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  %b = call i32 @__mux_work_group_reduce_smax_i32(i32 %x)
  %c = add i32 %a, %b
  store i32 %c, ptr %p
  ret void
}
define void @barrier(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load i32, ptr %p
  %a = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
  %b = call i32 @__mux_sub_group_reduce_smax_i32(i32 %x)
  %c = add i32 %a, %b
  store i32 %c, ptr %p
  ret void
}
define void @unused(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load i32, ptr %p
  %a = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  %b = call i32 @__mux_sub_group_reduce_smax_i32(i32 %x)
  store i32 %b, ptr %p
  ret void
}
define void @loop(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %before = phi i32 [ 0, %entry ], [ %b, %again ]
  %x = load volatile i32, ptr %p
  store volatile i32 %before, ptr %p
  %a = call i32 @__mux_work_group_reduce_add_i32(i32 %x)
  %b = call i32 @__mux_work_group_reduce_smax_i32(i32 %x)
  store volatile i32 %a, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %again, label %end
end:
  ret void
}
declare i32 @__mux_sub_group_reduce_add_i32(i32) convergent
declare i32 @__mux_sub_group_reduce_smax_i32(i32) convergent
declare void @__mux_sub_group_barrier(i32, i32, i32) convergent
declare i32 @__mux_work_group_reduce_smax_i32(i32) convergent
declare i32 @__mux_work_group_reduce_add_i32(i32) convergent
!0 = !{i64 4}
