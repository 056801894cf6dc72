; Without sub-groups single work-items run in round-robin order. A work-item's continuation says if it runs, so
; the frame has no second slot for this, as it has for sub-groups (round_robin_sub_groups.ll).
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: dispatch:
; CHECK: %[[LAST:.*]] = load i32, ptr %last
; CHECK: store i32 %[[NEXT:.*]], ptr %last
; CHECK-NOT: store
; CHECK: switch i32 %[[NEXT]], label %done
; CHECK-LABEL: define internal void @k.region1.guarded(
; CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(
; CHECK-NOT: kiln.item_frame
; CHECK: load i32, ptr %[[SLOT]]
; CHECK: %[[CONTINUATION:.*]] = call i32 @k.region1(
; CHECK: store i32 %[[CONTINUATION]], ptr %[[SLOT]]
define void @k(ptr %p, i32 %n) "kiln-independent-progress" "mux-kernel"="entry-point" {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %on ], [ %i, %head ]
  %place = getelementptr i32, ptr %p, i32 %i
  %seen = load atomic i32, ptr %place monotonic, align 4
  %wait = icmp eq i32 %seen, 0
  call void @__mux_sub_group_barrier(i32 0, i32 3, i32 0)
  br i1 %wait, label %head, label %on
on:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret void
}
declare void @__mux_sub_group_barrier(i32, i32, i32) convergent
