; Bits of a local id, or of its multiple by a power of 2: where a mask cuts off the lanes, they have one value; where it
; keeps them, they count up.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=use-aligned-ids %s | FileCheck %s --check-prefix=OFF
target datalayout = "e-p:64:64"
declare i64 @__mux_get_local_id(i32)

; CHECK-LABEL: define void @cut.simd(
; CHECK: %[[TWICE:.*]] = shl i64 %{{.*}}, 1
; CHECK: %[[ROW:.*]] = and i64 %[[TWICE]], 2016
; CHECK: getelementptr float, ptr %a, i64 %[[ROW]]
; CHECK: load float
; CHECK: ret void
; OFF-LABEL: define void @cut.simd(
; OFF: and <8 x i64>
define void @cut(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,4" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %twice = shl i64 %id, 1
  %row = and i64 %twice, 2016
  %at = getelementptr float, ptr %a, i64 %row
  %v = load float, ptr %at
  store float %v, ptr %b
  ret void
}

; A lane's two low bits are 0, and the next three are its number.
; CHECK-LABEL: define void @kept.simd(
; CHECK: %[[FOURTH:.*]] = shl i64 %{{.*}}, 2
; CHECK: and i64 %[[FOURTH]], 255
; CHECK: load <8 x float>
; CHECK: ret void
define void @kept(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,4" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %fourth = shl i64 %id, 2
  %bits = and i64 %fourth, 255
  %at = getelementptr i8, ptr %a, i64 %bits
  %v = load float, ptr %at
  store float %v, ptr %b
  ret void
}

; The shift loses lanes.
; CHECK-LABEL: define void @lost.simd(
; CHECK: and <8 x i8>
; CHECK: ret void
define void @lost(ptr %a, i8 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,uniform" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %low = trunc i64 %id to i8
  %shifted = shl i8 %low, 6
  %bits = and i8 %shifted, 96
  %wide = zext i8 %bits to i64
  %at = getelementptr i8, ptr %a, i64 %wide
  store i8 %m, ptr %at
  ret void
}
