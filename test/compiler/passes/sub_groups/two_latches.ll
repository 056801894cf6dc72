; RUN: muxc --passes=sub-groups --verify-each %s | FileCheck %s
; Two latches become one.
; CHECK-LABEL: define void @two_latches(
; CHECK-COUNT-1: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
; CHECK-NOT: call void @__mux_sub_group_barrier
define void @two_latches(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %odd = trunc i64 %id to i1
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head.more ], [ %next, %then ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, %n
  br i1 %more, label %head.more, label %end
head.more:
  br i1 %odd, label %then, label %head
then:
  %sum = call i32 @__mux_sub_group_reduce_add_i32(i32 %i)
  store volatile i32 %sum, ptr %p
  br label %head
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) memory(none)
declare i32 @__mux_sub_group_reduce_add_i32(i32) convergent
