; A pointer that advances by a uniform step becomes its start and an offset of the group. Each use gets an
; address of its own, behind the barrier in front of it.
; RUN: muxc --passes=split-inductions --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK-NEXT: %p.offset = phi i64 [ 0, %entry ], [ %next.offset, %loop ]
; CHECK: %[[P:.*]] = getelementptr i8, ptr addrspace(1) %start, i64 %p.offset
; CHECK-NEXT: %x = load float, ptr addrspace(1) %[[P]]
; CHECK: call void @__mux_work_group_barrier
; CHECK-NEXT: %[[AGAIN:.*]] = getelementptr i8, ptr addrspace(1) %start, i64 %p.offset
; CHECK-NEXT: store float %x, ptr addrspace(1) %[[AGAIN]]
; CHECK: %[[BYTES:.*]] = mul i64 %step, 4
; CHECK: %next.offset = add i64 %p.offset, %[[BYTES]]
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %start, i64 %next.offset
; CHECK-NEXT: store float 0.000000e+00, ptr addrspace(1) %[[NEXT]]
; CHECK: end:
; CHECK-NEXT: %[[LAST:.*]] = getelementptr i8, ptr addrspace(1) %start, i64 %next.offset
; CHECK-NEXT: store float 1.000000e+00, ptr addrspace(1) %[[LAST]]
define void @k(ptr addrspace(1) %a, i64 %step, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %start = getelementptr float, ptr addrspace(1) %a, i64 %id
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %x = load float, ptr addrspace(1) %p
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store float %x, ptr addrspace(1) %p
  %next = getelementptr inbounds float, ptr addrspace(1) %p, i64 %step
  store float 0.0, ptr addrspace(1) %next
  %more = add i32 %i, 1
  %goes = icmp slt i32 %more, %n
  br i1 %goes, label %loop, label %end
end:
  store float 1.0, ptr addrspace(1) %next
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
