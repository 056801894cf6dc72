; A scan replaces the work-items' values in the frame. Work-items that have returned take no part, by their
; continuations. A function defined by the target is an ordinary call.
; RUN: muxc --passes=split-barriers --verify-each -cl-kiln-disable-steps=run-together %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %[[BEFORE:.*]] = shufflevector <16 x float> %so_far
; CHECK: %[[VALUES:.*]] = load <16 x float>, ptr %[[PLACE:.*]], align 4
; CHECK: %[[WAITS:.*]] = load <16 x i32>
; CHECK: icmp eq <16 x i32> %[[WAITS]], splat (i32 1)
; CHECK-COUNT-4: fadd <16 x float>
; CHECK: %[[SUMS:.*]] = fadd <16 x float> %[[BEFORE]],
; CHECK: %[[UP:.*]] = shufflevector <16 x float> %so_far, <16 x float> %[[SUMS]], <16 x i32> <i32 15, i32 16,
; CHECK: store <16 x float> %[[UP]]
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: %[[SLOT:.*]] = call ptr @kiln.item_frame(i64 0, i64 4)
; CHECK: %[[SUM:.*]] = load float, ptr %[[SLOT]]
; CHECK: %sum = call float @__mux_work_group_reduce_fadd_f32(float %[[SUM]])
define void @k(ptr %p) "mux-kernel"="entry-point" {
  %x = load float, ptr %p
  %out = fcmp olt float %x, 0.0
  br i1 %out, label %end, label %go
go:
  %before = call float @__mux_work_group_scan_exclusive_fadd_f32(float %x)
  %sum = call float @__mux_work_group_reduce_fadd_f32(float %before)
  store float %sum, ptr %p
  br label %end
end:
  ret void
}
define float @__mux_work_group_reduce_fadd_f32(float %x) convergent {
  ret float %x
}
declare float @__mux_work_group_scan_exclusive_fadd_f32(float) convergent
