; A limit of rounds does not make a loop a search that looks at the same places again.
; RUN: muxc --passes=sub-group-progress --verify-each %s | FileCheck %s

; CHECK-LABEL: define i1 @field(
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define i1 @field(ptr %p, i64 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %ready = getelementptr i32, ptr %p, i64 1
  %state = load atomic i32, ptr %ready acquire, align 4
  %set = icmp eq i32 %state, 1
  br i1 %set, label %end, label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %head, label %end
end:
  %result = phi i1 [ true, %head ], [ false, %latch ]
  ret i1 %result
}
; CHECK-LABEL: define void @reloaded(
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @reloaded(ptr %p, i64 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %q = load ptr, ptr %p
  %state = load atomic i32, ptr %q acquire, align 4
  %set = icmp eq i32 %state, 1
  br i1 %set, label %end, label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
; CHECK-LABEL: define void @turns(
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @turns(ptr %p, i64 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %short = trunc i64 %i to i8
  %index = zext i8 %short to i64
  %place = getelementptr i32, ptr %p, i64 %index
  %state = load atomic i32, ptr %place acquire, align 4
  %set = icmp eq i32 %state, 1
  br i1 %set, label %end, label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
; The outer loop looks at all places in each of its rounds.
; CHECK-LABEL: define void @again(
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @again(ptr %p, i64 %n, i64 %limit) "mux-kernel"="entry-point" {
entry:
  br label %round
round:
  %t = phi i64 [ 0, %entry ], [ %t.next, %rounds ]
  br label %head
head:
  %i = phi i64 [ 0, %round ], [ %next, %head ]
  %all = phi i32 [ 1, %round ], [ %both, %head ]
  %place = getelementptr i32, ptr %p, i64 %i
  %state = load atomic i32, ptr %place acquire, align 4
  %both = and i32 %all, %state
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %head, label %asked
asked:
  %set = icmp ne i32 %both, 0
  br i1 %set, label %end, label %rounds
rounds:
  %t.next = add i64 %t, 1
  %t.more = icmp ult i64 %t.next, %limit
  br i1 %t.more, label %round, label %end
end:
  ret void
}
