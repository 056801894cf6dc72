; A function of sub-groups cuts a kernel, too. The region dispatcher exchanges values in the frame, one
; sub-group after the other. Then it runs the first region with a waiting work-item.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: combine:
; CHECK: %[[WAITS:.*]] = load <4 x i32>
; CHECK: %[[HERE:.*]] = icmp eq <4 x i32> %[[WAITS]], splat (i32 1)
; CHECK: %[[ACTIVE:.*]] = and <4 x i1> %{{.*}}, %[[HERE]]
; CHECK: %[[VALUES:.*]] = load <4 x i32>, ptr %[[PLACE:.*]], align 4
; CHECK: %[[TAKEN:.*]] = select <4 x i1> %[[ACTIVE]], <4 x i32> %[[VALUES]], <4 x i32> zeroinitializer
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[TAKEN]])
; CHECK: %[[KEPT:.*]] = select <4 x i1> %[[ACTIVE]], <4 x i32> %{{.*}}, <4 x i32> %[[VALUES]]
; CHECK: store <4 x i32> %[[KEPT]], ptr
; CHECK: call i32 @llvm.vector.reduce.umax.v16i32(
; The region behind the work-group's barrier comes after all regions of sub-groups.
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK: ret i32 2
; CHECK: ret i32 1
define void @k(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load i32, ptr %p
  %out = icmp slt i32 %x, 0
  br i1 %out, label %wait, label %go
wait:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  br label %end
go:
  %sum = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  store i32 %sum, ptr %p
  br label %wait
end:
  ret void
}
declare i32 @__mux_sub_group_reduce_add_i32(i32) convergent
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
!0 = !{i64 4}
