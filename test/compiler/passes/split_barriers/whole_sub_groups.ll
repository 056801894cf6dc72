; If all work-items call a function of sub-groups together, each sub-group's results are stored whole: those beyond
; the last work-item mean nothing, and the frame has room for them.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: combine:
; CHECK: %[[ACTIVE:.*]] = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %
; CHECK: %[[TAKEN:.*]] = select <4 x i1> %[[ACTIVE]], <4 x float> %{{.*}}, <4 x float> zeroinitializer
; CHECK: %[[SUM:.*]] = call reassoc float @llvm.vector.reduce.fadd.v4f32(float -0.000000e+00, <4 x float> %[[TAKEN]])
; CHECK: %[[FIRST:.*]] = insertelement <4 x float> poison, float %[[SUM]], i64 0
; CHECK: %[[ALL:.*]] = shufflevector <4 x float> %[[FIRST]], <4 x float> poison, <4 x i32> zeroinitializer
; CHECK: store <4 x float> %[[ALL]], ptr
define void @k(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load float, ptr %p
  %sum = call float @__mux_sub_group_reduce_fadd_f32(float %x)
  store float %sum, ptr %p
  ret void
}
declare float @__mux_sub_group_reduce_fadd_f32(float) convergent
!0 = !{i64 4}
