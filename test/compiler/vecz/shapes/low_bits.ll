; SIMD groups start at multiples of their width. So a local id added to a multiple of the width changes low bits alone,
; and an extension of the sum keeps its stride. It does not behind any other sum, or for a global id.
; RUN: muxc --passes=vecz-widen --verify-each -cl-kiln-disable-steps=lane-addresses %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @aligned.simd(
; CHECK-NOT: x i64>
; CHECK-NOT: scatter
; CHECK: %wide = zext i32 %sum to i64
; CHECK: store <4 x i32>
; CHECK-LABEL: define void @signed.simd(
; CHECK-NOT: x i64>
; CHECK: %wide = sext i32 %sum to i64
; CHECK-LABEL: define void @by.two.simd(
; CHECK: zext <4 x i32>
; CHECK-LABEL: define void @global.simd(
; CHECK: zext <4 x i32>
; CHECK-LABEL: define void @other.dimension.simd(
; CHECK: zext <4 x i32>
define void @aligned(ptr %p, i32 %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %lid = call i64 @__mux_get_local_id(i32 0)
  %id = trunc i64 %lid to i32
  %row = mul i32 %a, 12
  %sum = add i32 %row, %id
  %wide = zext i32 %sum to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 7, ptr %at
  ret void
}
define void @signed(ptr %p, i32 %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %lid = call i64 @__mux_get_local_id(i32 0)
  %id = trunc i64 %lid to i32
  %twice = shl i32 %id, 1
  %row = shl i32 %a, 3
  %sum = add i32 %row, %twice
  %wide = sext i32 %sum to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 7, ptr %at
  ret void
}
define void @by.two(ptr %p, i32 %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %lid = call i64 @__mux_get_local_id(i32 0)
  %id = trunc i64 %lid to i32
  %row = mul i32 %a, 6
  %sum = add i32 %row, %id
  %wide = zext i32 %sum to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 7, ptr %at
  ret void
}
define void @global(ptr %p, i32 %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %gid = call i64 @__mux_get_global_id(i32 0)
  %id = trunc i64 %gid to i32
  %row = mul i32 %a, 16
  %sum = add i32 %row, %id
  %wide = zext i32 %sum to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 7, ptr %at
  ret void
}
define void @other.dimension(ptr %p, i32 %a) "kiln-work-item-function" "kiln-simd-group"="4,1,0" {
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %both = add i64 %x, %y
  %id = trunc i64 %both to i32
  %row = mul i32 %a, 16
  %sum = add i32 %row, %id
  %wide = zext i32 %sum to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 7, ptr %at
  ret void
}
declare i64 @__mux_get_local_id(i32) memory(none)
declare i64 @__mux_get_global_id(i32) memory(none)
