; A SIMD group no wider than a sub-group has all lanes in one, side by side; one that is a whole
; sub-group starts with its first work-item. In wider ones, and along other dimensions, the ids
; follow from the lanes' linear ids.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
define void @same(ptr %p) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
; CHECK-LABEL: define void @same.simd(ptr %p)
; CHECK: %id = call {{.*}}i32 @kiln.sub_group_id(i32 8)
; CHECK-NOT: call {{.*}}i32 @kiln.sub_group_local_id
; CHECK: store i32 %id, ptr %p
; CHECK: urem <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %id = call i32 @kiln.sub_group_id(i32 8)
  %lane = call i32 @kiln.sub_group_local_id(i32 8)
  store i32 %id, ptr %p
  %odd = urem i32 %lane, 3
  %place = getelementptr i32, ptr %p, i32 %odd
  store i32 1, ptr %place
  ret void
}
define void @part(ptr %p) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
; CHECK-LABEL: define void @part.simd(ptr %p)
; CHECK: %lane = call {{.*}}i32 @kiln.sub_group_local_id(i32 8)
; CHECK: store <4 x i32>
  %lane = call i32 @kiln.sub_group_local_id(i32 8)
  %index = zext i32 %lane to i64
  store i32 %lane, ptr %p
  %id = call i64 @__mux_get_local_id(i32 0)
  %place = getelementptr i32, ptr %p, i64 %id
  store i32 %lane, ptr %place
  ret void
}
define void @more(ptr %p) "kiln-work-item-function" "kiln-simd-group"="16,0,0" {
; CHECK-LABEL: define void @more.simd(ptr %p)
; CHECK: %[[LINEAR:.*]] = trunc <16 x i64> %{{.*}} to <16 x i32>
; CHECK: %[[ID:.*]] = udiv <16 x i32> %[[LINEAR]], splat (i32 8)
; CHECK: %[[LANE:.*]] = urem <16 x i32> %{{.*}}, splat (i32 8)
; CHECK: add <16 x i32> %[[ID]], %[[LANE]]
; CHECK-NOT: call void @kiln.set_work_item(
  %sub = call i32 @kiln.sub_group_id(i32 8)
  %lane = call i32 @kiln.sub_group_local_id(i32 8)
  %sum = add i32 %sub, %lane
  %id = call i64 @__mux_get_local_id(i32 0)
  %place = getelementptr i32, ptr %p, i64 %id
  store i32 %sum, ptr %place
  store i32 %sub, ptr %place
  ret void
}
define void @across(ptr %p) "kiln-work-item-function" "kiln-simd-group"="4,1,0" {
; CHECK-LABEL: define void @across.simd(ptr %p)
; CHECK: mul <4 x i64> <i64 0, i64 1, i64 2, i64 3>, %{{.*}}
; CHECK: udiv <4 x i32> %{{.*}}, splat (i32 8)
; CHECK-NOT: call void @kiln.set_work_item(
  %sub = call i32 @kiln.sub_group_id(i32 8)
  %id = call i64 @__mux_get_local_id(i32 1)
  %place = getelementptr i32, ptr %p, i64 %id
  store i32 %sub, ptr %place
  ret void
}
declare i32 @kiln.sub_group_id(i32) nounwind willreturn memory(none)
declare i32 @kiln.sub_group_local_id(i32) nounwind willreturn memory(none)
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
