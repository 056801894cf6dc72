; Sub-groups are runs of neighbours by the linear local id.
; RUN: muxc --passes=work-item-context --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(ptr %p, ptr
; CHECK: %[[A:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[ID:.*]] = udiv i32 %[[A]], 16
; CHECK: %[[B:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[LANE:.*]] = urem i32 %[[B]], 16
; CHECK: store volatile i32 %[[ID]], ptr %p
; CHECK: store volatile i32 %[[LANE]], ptr %p
define void @k(ptr %p) "mux-kernel"="entry-point" {
  %id = call i32 @kiln.sub_group_id(i32 16)
  %lane = call i32 @kiln.sub_group_local_id(i32 16)
  store volatile i32 %id, ptr %p
  store volatile i32 %lane, ptr %p
  ret void
}
declare i32 @kiln.sub_group_id(i32) memory(none)
declare i32 @kiln.sub_group_local_id(i32) memory(none)
