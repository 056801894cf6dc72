; Only some work-items advance the pointer: it stays.
; RUN: muxc --passes=split-inductions --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @some(
; CHECK: %p = phi ptr
; CHECK-NOT: .offset
; CHECK: ret void
define void @some(ptr %a, i64 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = getelementptr float, ptr %a, i64 %id
  %first = icmp eq i64 %id, 0
  br label %loop
loop:
  %p = phi ptr [ %start, %entry ], [ %merged, %latch ]
  %i = phi i64 [ 0, %entry ], [ %i.more, %latch ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store float 1.0, ptr %p
  br i1 %first, label %advance, label %latch
advance:
  %next = getelementptr float, ptr %p, i64 1
  br label %latch
latch:
  %merged = phi ptr [ %p, %loop ], [ %next, %advance ]
  %i.more = add i64 %i, 1
  %i.goes = icmp slt i64 %i.more, %n
  br i1 %i.goes, label %loop, label %end
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
