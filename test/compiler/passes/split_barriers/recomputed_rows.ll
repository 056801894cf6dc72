; A pointer to a work-item's row and column is computed again behind a barrier, with int ids that are shifted to
; extend them. From memory it would differ between lanes in any way, and its accesses would be gathers.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK-NOT: @kiln.item_frame
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK-NOT: @kiln.item_frame
; CHECK: ashr exact i64
; CHECK: ret i32 0
define void @k(ptr %p, i32 %columns) "mux-kernel"="entry-point" {
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %high = shl i64 %x, 32
  %column = ashr exact i64 %high, 32
  %low = trunc i64 %y to i32
  %in_group = shl nsw i32 %low, 4
  %wide = zext i32 %in_group to i64
  %group = call i64 @__mux_get_group_id(i32 1)
  %first = shl i64 %group, 6
  %row = add i64 %first, %wide
  %count = sext i32 %columns to i64
  %start = mul i64 %row, %count
  %in_row = getelementptr float, ptr %p, i64 %column
  %at = getelementptr float, ptr %in_row, i64 %start
  %before = load float, ptr %at
  store float %before, ptr %p
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store float 0.0, ptr %at
  ret void
}
declare i64 @__mux_get_local_id(i32) memory(none)
declare i64 @__mux_get_group_id(i32) memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
