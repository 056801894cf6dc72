; The pointer of an inner loop starts from that of an outer one. Both have a barrier, and are split.
; RUN: muxc --passes=split-inductions --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: outer:
; CHECK: %p.offset = phi i64 [ 0, %entry ], [ %p.next.offset, %latch ]
; CHECK: %[[P:.*]] = getelementptr i8, ptr %start, i64 %p.offset
; CHECK: inner:
; CHECK: %q.offset = phi i64 [ 0, %outer ], [ %q.next.offset, %inner ]
; CHECK: %[[Q:.*]] = getelementptr i8, ptr %[[P]], i64 %q.offset
; CHECK: store float 1.000000e+00, ptr %[[Q]]
; CHECK: %q.next.offset = add i64 %q.offset, 4
; CHECK: latch:
; CHECK: %p.next.offset = add i64 %p.offset, 256
define void @k(ptr %a, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = getelementptr float, ptr %a, i64 %id
  br label %outer
outer:
  %p = phi ptr [ %start, %entry ], [ %p.next, %latch ]
  %i = phi i32 [ 0, %entry ], [ %i.more, %latch ]
  br label %inner
inner:
  %q = phi ptr [ %p, %outer ], [ %q.next, %inner ]
  %j = phi i32 [ 0, %outer ], [ %j.more, %inner ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store float 1.0, ptr %q
  %q.next = getelementptr float, ptr %q, i64 1
  %j.more = add i32 %j, 1
  %j.goes = icmp slt i32 %j.more, %n
  br i1 %j.goes, label %inner, label %latch
latch:
  %p.next = getelementptr float, ptr %p, i64 64
  %i.more = add i32 %i, 1
  %i.goes = icmp slt i32 %i.more, %n
  br i1 %i.goes, label %outer, label %end
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
