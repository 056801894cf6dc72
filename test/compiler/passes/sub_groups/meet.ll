; Where a loop goes back in which a branch parts work-items, a sub-group meets; elsewhere not.
; RUN: muxc --passes=sub-groups --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @parts(
; CHECK: join:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
; CHECK-NEXT: br i1
; CHECK-LABEL: define void @uniform(
; CHECK-NOT: @__mux_sub_group_barrier
; CHECK: ret void
define void @parts(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %odd = trunc i64 %id to i1
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  br i1 %odd, label %then, label %join
then:
  %sum = call i32 @__mux_sub_group_reduce_add_i32(i32 %i)
  store volatile i32 %sum, ptr %p
  br label %join
join:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
define void @uniform(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %sum = call i32 @__mux_sub_group_reduce_add_i32(i32 %i)
  store volatile i32 %sum, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) memory(none)
declare i32 @__mux_sub_group_reduce_add_i32(i32) convergent
