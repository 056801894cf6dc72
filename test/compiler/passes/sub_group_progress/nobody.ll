; Loops that cannot wait for another work-item stay unchanged.
; RUN: muxc --passes=sub-group-progress --verify-each %s | FileCheck %s
; CHECK-NOT: call void @__mux_sub_group_barrier
; CHECK-NOT: kiln-independent-progress

; Other work-items cannot write a private variable, even a volatile one.
define void @own(i32 %n) "mux-kernel"="entry-point" {
entry:
  %i = alloca i32
  store volatile i32 0, ptr %i
  br label %head
head:
  %old = load volatile i32, ptr %i
  %next = add i32 %old, 1
  store volatile i32 %next, ptr %i
  %again = load volatile i32, ptr %i
  %more = icmp ult i32 %again, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
; The counter passes a bound read in each iteration sooner or later.
define void @bound(ptr %p) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 1
  %n = load volatile i32, ptr %p
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
; The whole group meets in each iteration.
define void @meet(ptr %p) "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  %seen = load atomic i32, ptr %p monotonic, align 4
  %wait = icmp eq i32 %seen, 0
  br i1 %wait, label %head, label %end
end:
  ret void
}
; A group of one work-item has no others.
define void @one(ptr %p) "mux-kernel"="entry-point" !reqd_work_group_size !0 {
entry:
  br label %head
head:
  %seen = load atomic i32, ptr %p monotonic, align 4
  %wait = icmp eq i32 %seen, 0
  br i1 %wait, label %head, label %end
end:
  ret void
}
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
!0 = !{i32 1, i32 1, i32 1}
