; Pointers that stay: with a step of each work-item's own, without a barrier in the loop, and uniform ones, which
; cross the barrier as they are.
; RUN: muxc --passes=split-inductions --verify-each %s | FileCheck %s
; CHECK-NOT: .offset
define void @own_step(ptr %a, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = getelementptr float, ptr %a, i64 %id
  br label %loop
loop:
  %p = phi ptr [ %start, %entry ], [ %next, %loop ]
  %u = phi ptr [ %a, %entry ], [ %u.next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store float 1.0, ptr %p
  store float 1.0, ptr %u
  %next = getelementptr float, ptr %p, i64 %id
  %u.next = getelementptr float, ptr %u, i64 4
  %more = add i32 %i, 1
  %goes = icmp slt i32 %more, %n
  br i1 %goes, label %loop, label %end
end:
  ret void
}
define void @no_barrier(ptr %a, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = getelementptr float, ptr %a, i64 %id
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  br label %loop
loop:
  %p = phi ptr [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  store float 1.0, ptr %p
  %next = getelementptr float, ptr %p, i64 4
  %more = add i32 %i, 1
  %goes = icmp slt i32 %more, %n
  br i1 %goes, label %loop, label %end
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
