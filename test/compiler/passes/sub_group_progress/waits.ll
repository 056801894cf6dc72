; Loops that wait for a write of another work-item get a cut in each iteration, where others can run.
; RUN: muxc --passes=sub-group-progress --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @flag(
; CHECK-SAME: #[[PROGRESS:[0-9]+]]
; CHECK: load atomic
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @flag(ptr %p) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %seen = load atomic i32, ptr %p monotonic, align 4
  %wait = icmp eq i32 %seen, 0
  br i1 %wait, label %head, label %end
end:
  ret void
}
; A phi behind a branch on the value read decides about the loop's end.
; CHECK-LABEL: define void @machine(
; CHECK: load volatile
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @machine(ptr %p) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %pc = phi i32 [ 0, %entry ], [ %next, %latch ]
  %seen = load volatile i32, ptr %p
  %go = icmp ne i32 %seen, %pc
  br i1 %go, label %step, label %latch
step:
  %on = add i32 %pc, 1
  br label %latch
latch:
  %next = phi i32 [ %on, %step ], [ %pc, %head ]
  %more = icmp ult i32 %next, 10
  br i1 %more, label %head, label %end
end:
  ret void
}
; A lock compares with the value of a free one. It is released behind the loop, so the kernel stays scalar.
; CHECK-LABEL: define void @lock(
; CHECK-SAME: #[[LOCK:[0-9]+]]
; CHECK: cmpxchg
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @lock(ptr %p) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %pair = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %end, label %head
end:
  store atomic i32 0, ptr %p monotonic, align 4
  ret void
}
; Through a variable.
; CHECK-LABEL: define void @variable(
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @variable(ptr %p) "mux-kernel"="entry-point" {
entry:
  %seen = alloca [2 x i32]
  br label %head
head:
  %now = load atomic i32, ptr %p monotonic, align 4
  store i32 %now, ptr %seen
  %kept = load i32, ptr %seen
  %wait = icmp eq i32 %kept, 0
  br i1 %wait, label %head, label %end
end:
  ret void
}
; A counter of 8 bits may never reach a bound of 32, and so looks at 256 places again and again.
; CHECK-LABEL: define void @narrow(
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
define void @narrow(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  %index = zext i8 %i to i64
  %place = getelementptr i32, ptr %p, i64 %index
  %state = load atomic i32, ptr %place acquire, align 4
  %set = icmp eq i32 %state, 1
  br i1 %set, label %end, label %latch
latch:
  %next = add i8 %i, 1
  %number = zext i8 %next to i32
  %more = icmp ult i32 %number, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
; CHECK: attributes #[[PROGRESS]] = {{.*}}"kiln-independent-progress"
; CHECK: attributes #[[LOCK]] = {{.*}}"kiln-independent-progress"{{.*}}"kiln-lock-holder"
