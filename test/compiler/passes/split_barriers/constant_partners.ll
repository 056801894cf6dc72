; Shuffles whose partners follow from the own number alone move elements by a constant pattern, and have no slot for
; the partner's number. Partners that depend on a value of the program have one.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @butterfly(
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK-NOT: kiln.permute
; CHECK: combined:
define void @butterfly(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load float, ptr %p
  %id = call i32 @kiln.sub_group_local_id(i32 4)
  %partner = xor i32 %id, 1
  %y = call float @__mux_sub_group_shuffle_f32(float %x, i32 %partner)
  store float %y, ptr %p
  ret void
}

; Numbers wrap round, and a choice between constants is a constant.
; CHECK-LABEL: define void @down(
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 2, i32 3>
; CHECK-NOT: kiln.permute
; CHECK: combined:
define void @down(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load float, ptr %p
  %id = call i32 @kiln.sub_group_local_id(i32 4)
  %behind = add i32 %id, 2
  %isInside = icmp ult i32 %behind, 4
  %partner = select i1 %isInside, i32 %behind, i32 %id
  %y = call float @__mux_sub_group_shuffle_f32(float %x, i32 %partner)
  store float %y, ptr %p
  ret void
}

; CHECK-LABEL: define void @unknown(
; CHECK: call <4 x i32> @kiln.permute.v4i32(
; CHECK: combined:
define void @unknown(ptr %p, i32 %n) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load float, ptr %p
  %id = call i32 @kiln.sub_group_local_id(i32 4)
  %partner = xor i32 %id, %n
  %y = call float @__mux_sub_group_shuffle_f32(float %x, i32 %partner)
  store float %y, ptr %p
  ret void
}

; CHECK-LABEL: define void @broadcast(
; CHECK-NOT: reduce.umax
; CHECK: extractelement <4 x float> %{{.*}}, i32 3
; CHECK: combined:
define void @broadcast(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load float, ptr %p
  %y = call float @__mux_sub_group_broadcast_f32(float %x, i32 7)
  store float %y, ptr %p
  ret void
}
declare i32 @kiln.sub_group_local_id(i32) memory(none)
declare float @__mux_sub_group_shuffle_f32(float, i32) convergent
declare float @__mux_sub_group_broadcast_f32(float, i32) convergent
!0 = !{i64 4}
