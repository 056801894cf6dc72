; A vector variant with a masked one: the remainder of a row runs as a masked SIMD group from two work-items
; on, if ids are below 2^31; one work-item runs by itself.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @items(
; CHECK: item.remainder:
; CHECK: %item.left = sub i64 %[[COUNT:.*]], %item.simd_groups
; CHECK: %[[ENOUGH:.*]] = icmp uge i64 %item.left, 2
; CHECK: %[[PART:.*]] = and i1 %[[FITS:.*]], %[[ENOUGH]]
; CHECK: br i1 %[[PART]], label %item.masked, label %item.items
; CHECK: item.masked:
; CHECK: call void @kiln.set_work_item(i64 %item.simd_groups, i64 %item.y{{.*}}, i64 0, i64 %item.item
; CHECK: %[[LEFT:.*]] = trunc i64 %item.left to i32
; CHECK: insertelement <4 x i32> poison, i32 %[[LEFT]]
; CHECK: %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %
; CHECK: call void @body.m4(i32 %x, <4 x i1> %active)
; CHECK-NEXT: br label %item.behind
; CHECK: item.items:
; CHECK: br label %item.x
; CHECK: item.x:
; CHECK: call void @body(i32 %x)
define internal void @items(i32 %x) noinline "kiln-work-group-function" {
  call void @body(i32 %x)
  ret void
}
define internal void @body(i32 %x) noinline "kiln-work-item-function" "kiln-vector-variant"="body.v4" {
  %id = call i64 @__mux_get_global_id(i32 0)
  ret void
}
define internal void @body.v4(i32 %x) noinline "kiln-work-item-function" "kiln-simd-group"="4,0,0" "kiln-masked-variant"="body.m4" {
  ret void
}
define internal void @body.m4(i32 %x, <4 x i1> %active) noinline "kiln-work-item-function" "kiln-simd-group"="4,0,1" "kiln-least-lanes"="2" {
  ret void
}
declare i64 @__mux_get_global_id(i32) nounwind willreturn memory(none)
