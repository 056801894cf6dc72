; A clustered reduction is a butterfly in registers: after the round of distance 1 a cluster of 2 is complete.
; Sizes of clusters come from the frame if they are not constant.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %[[VALUES:.*]] = load <4 x i32>, ptr
; CHECK: %[[SIZES:.*]] = load <4 x i32>
; CHECK: %[[TAKEN:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %[[VALUES]], <4 x i32> zeroinitializer
; CHECK: shufflevector <4 x i32> %[[TAKEN]], <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK: %[[PAIRS:.*]] = add <4 x i32> %[[TAKEN]],
; CHECK: %[[ONE:.*]] = icmp ugt <4 x i32> %[[SIZES]], splat (i32 1)
; CHECK: %[[FIRST:.*]] = select <4 x i1> %[[ONE]], <4 x i32> %[[PAIRS]], <4 x i32> %[[TAKEN]]
; CHECK: shufflevector <4 x i32> %[[FIRST]], <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK: icmp ugt <4 x i32> %[[SIZES]], splat (i32 2)
; CHECK: store <4 x i32>
; Inactive work-items hold the identity; a constant size needs no slot and no test.
; CHECK: select <4 x i1> %{{.*}}, <4 x float> %{{.*}}, <4 x float> splat (float 0xFFF0000000000000)
; CHECK: call <4 x float> @llvm.maxnum.v4f32(
; CHECK-NOT: icmp ugt
; CHECK: store <4 x float>
define void @k(ptr %p, ptr %q) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load i32, ptr %p
  %size = load i32, ptr %q
  %sum = call i32 @__mux_sub_group_clustered_reduce_add_i32(i32 %x, i32 %size)
  %y = sitofp i32 %sum to float
  %largest = call float @__mux_sub_group_clustered_reduce_fmax_f32(float %y, i32 2)
  store float %largest, ptr %p
  ret void
}
declare i32 @__mux_sub_group_clustered_reduce_add_i32(i32, i32) convergent
declare float @__mux_sub_group_clustered_reduce_fmax_f32(float, i32) convergent
!0 = !{i64 4}
