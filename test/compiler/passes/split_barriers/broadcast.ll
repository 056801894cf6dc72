; A broadcast of the work-group has its index in a slot of the frame. All work-items pass the same index, so
; the region dispatcher loads that of work-item 0. A constant index needs no slot.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %[[FIRST:uniform.*]] = alloca i32
; CHECK: %[[SECOND:uniform.*]] = alloca i32
; CHECK: region1:
; CHECK: call ptr @kiln.item_frame(i64 0, i64 4)
; CHECK: call void @kiln.set_work_item(i64 0, i64 0, i64 0, i64 0)
; CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(i64 4, i64 8)
; CHECK: %[[INDEX:.*]] = load i64, ptr %[[SLOT]]
; CHECK: icmp ult i64 %[[INDEX]]
; CHECK: store i32 %{{.*}}, ptr %[[FIRST]]
; CHECK: region2:
; CHECK-NOT: load i64
; CHECK: store i32 %{{.*}}, ptr %[[SECOND]]
define void @k(ptr %p, i64 %n) "mux-kernel"="entry-point" {
  %x = load i32, ptr %p
  %i = load i64, ptr %p
  %y = call i32 @__mux_work_group_broadcast_i32(i32 %x, i64 %i)
  %z = call i32 @__mux_work_group_broadcast_i32(i32 %y, i64 3)
  store i32 %z, ptr %p
  ret void
}
declare i32 @__mux_work_group_broadcast_i32(i32, i64) convergent
