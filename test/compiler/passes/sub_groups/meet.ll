; A loop with a divergent branch ends each iteration with a barrier of the sub-group; others do not.
; RUN: muxc --passes=sub-groups --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @parts(
; CHECK: join:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
; CHECK-NEXT: br i1
; The latch of the outer loop is the inner one's header: each loop gets a latch of its own.
; CHECK-LABEL: define void @shared_latch(
; CHECK: outer.latch:
; CHECK-NEXT: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
; CHECK-NEXT: br label %outer
; CHECK: inner:
; CHECK-NOT: @__mux_sub_group_barrier
; CHECK: br i1 {{.*}}, label %again, label %outer.latch
; CHECK: again:
; CHECK-NEXT: add
; CHECK-NEXT: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
; CHECK-NEXT: br label %inner
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
define void @shared_latch(ptr %p, ptr %bounds, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %bound = getelementptr i32, ptr %bounds, i64 %id
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %inner ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %sum = call i32 @__mux_sub_group_reduce_add_i32(i32 %i)
  store volatile i32 %sum, ptr %p
  br label %inner
inner:
  %j = phi i32 [ 0, %body ], [ %j.next, %again ]
  %all = call i32 @__mux_sub_group_reduce_add_i32(i32 %j)
  %last = load i32, ptr %bound
  %on = icmp ult i32 %j, %last
  br i1 %on, label %again, label %outer
again:
  %j.next = add i32 %j, 1
  br label %inner
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
