; A pointer that advances in an inner loop is split with it, if all work-items leave that loop together. The phis of
; the inner loop and behind it become offsets, too.
; RUN: muxc --passes=split-inductions --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @together(
; CHECK: outer:
; CHECK: %p.offset = phi i64 [ 0, %entry ], [ %behind.offset, %latch ]
; CHECK: inner:
; CHECK-NEXT: %q.offset = phi i64 [ %p.offset, %outer ], [ %q.next.offset, %inner ]
; CHECK: %[[Q:.*]] = getelementptr i8, ptr %start, i64 %q.offset
; CHECK: store float 1.000000e+00, ptr %[[Q]]
; CHECK: %q.next.offset = add i64 %q.offset, 4
; CHECK: latch:
; CHECK-NEXT: %behind.offset = phi i64 [ %q.next.offset, %inner ]
; CHECK-NOT: phi ptr
define void @together(ptr %a, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = getelementptr float, ptr %a, i64 %id
  br label %outer
outer:
  %p = phi ptr [ %start, %entry ], [ %behind, %latch ]
  %i = phi i32 [ 0, %entry ], [ %i.more, %latch ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  br label %inner
inner:
  %q = phi ptr [ %p, %outer ], [ %q.next, %inner ]
  %j = phi i32 [ 0, %outer ], [ %j.more, %inner ]
  store float 1.0, ptr %q
  %q.next = getelementptr float, ptr %q, i64 1
  %j.more = add i32 %j, 1
  %j.goes = icmp slt i32 %j.more, %n
  br i1 %j.goes, label %inner, label %latch
latch:
  %behind = phi ptr [ %q.next, %inner ]
  %i.more = add i32 %i, 1
  %i.goes = icmp slt i32 %i.more, %n
  br i1 %i.goes, label %outer, label %end
end:
  ret void
}

; Each work-item leaves the inner loop in a round of its own: the offset would be its own, too.
; CHECK-LABEL: define void @apart(
; CHECK: %p = phi ptr
; CHECK: %q = phi ptr
; CHECK-NOT: .offset
define void @apart(ptr %a, i64 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = getelementptr float, ptr %a, i64 %id
  br label %outer
outer:
  %p = phi ptr [ %start, %entry ], [ %q.next, %latch ]
  %i = phi i64 [ 0, %entry ], [ %i.more, %latch ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  br label %inner
inner:
  %q = phi ptr [ %p, %outer ], [ %q.next, %inner ]
  %j = phi i64 [ 0, %outer ], [ %j.more, %inner ]
  store float 1.0, ptr %q
  %q.next = getelementptr float, ptr %q, i64 1
  %j.more = add i64 %j, 1
  %j.goes = icmp slt i64 %j.more, %id
  br i1 %j.goes, label %inner, label %latch
latch:
  %i.more = add i64 %i, 1
  %i.goes = icmp slt i64 %i.more, %n
  br i1 %i.goes, label %outer, label %end
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
