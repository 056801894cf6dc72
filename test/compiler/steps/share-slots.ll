; The sum of a loop with two barriers stays in one slot: the region behind the second barrier neither loads nor
; stores it. Values live into the same region have slots of their own.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; RUN: muxc --passes=split-barriers --verify-each -cl-kiln-disable-steps=share-slots %s | FileCheck %s --check-prefix=OFF
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(i64 [[SUM:.*]], i64 4)
; CHECK: %[[OLD:.*]] = load float, ptr %[[SLOT]]
; CHECK: %[[NEW:.*]] = fadd float %[[OLD]],
; CHECK: store float %[[NEW]], ptr %[[SLOT]]
; CHECK-LABEL: define internal i32 @k.region2(
; CHECK: call ptr @kiln.item_frame(i64 [[SUM]], i64 4)
; CHECK-NOT: store float {{.*}}, ptr %
; CHECK: ret i32 0
; OFF-LABEL: define internal i32 @k.region2(
; OFF: load float
; OFF: store float %{{.*}}, ptr %
define void @k(ptr addrspace(1) %p, i32 %n) "mux-kernel"="entry-point" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %place = getelementptr float, ptr addrspace(1) %p, i64 %id
  %first = load float, ptr addrspace(1) %place
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %loop ]
  %sum = phi float [ %first, %0 ], [ %sum.next, %loop ]
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 528)
  %x = load volatile float, ptr addrspace(1) %place
  %sum.next = fadd float %sum, %x
  call void @__mux_work_group_barrier(i32 1, i32 1, i32 528)
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  store float %sum.next, ptr addrspace(1) %place
  ret void
}

; Both values are live into region 1.
; CHECK-LABEL: define internal i32 @two.region1(
; CHECK: %[[A:.*]] = call ptr @kiln.item_frame(i64 0, i64 4)
; CHECK: load i32, ptr %[[A]]
; CHECK: %[[B:.*]] = call ptr @kiln.item_frame(i64 4, i64 4)
; CHECK: load i32, ptr %[[B]]
define void @two(ptr addrspace(1) %p) "mux-kernel"="entry-point" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load volatile i32, ptr addrspace(1) %place
  %b = load volatile i32, ptr addrspace(1) %place
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 528)
  %c = sub i32 %a, %b
  store i32 %c, ptr addrspace(1) %place
  ret void
}
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
