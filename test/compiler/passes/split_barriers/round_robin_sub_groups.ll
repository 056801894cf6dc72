; The region dispatcher runs independent sub-groups in round-robin order: it finds the next region with a waiting
; sub-group, in cyclic order, and marks the work-items selected to run it.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: dispatch:
; CHECK: %[[LAST:.*]] = load i32, ptr %last
; CHECK: %[[LEAST:.*]] = call i32 @llvm.vector.reduce.umax.v4i32(
; CHECK: icmp uge <4 x i32> %{{.*}}, splat (i32 2)
; CHECK: store i32 %[[NEXT:.*]], ptr %last
; CHECK: call i32 @llvm.vector.reduce.umax.v4i32(
; CHECK: %[[RUNS:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: store <4 x i32> %[[RUNS]], ptr
; CHECK: switch i32 %[[NEXT]], label %done
; The loop's counter differs between work-items at one time: each work-item stores its own.
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: %i{{[0-9]*}} = load i32, ptr
define void @k(ptr %p, i32 %n) "kiln-independent-progress" "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
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
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store i32 0, ptr %p
  ret void
}
declare void @__mux_sub_group_barrier(i32, i32, i32) convergent
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
!0 = !{i64 4}
