; Independent functions of sub-groups have one boundary. The operand of the second is computed in front of it, and
; uses of the first come behind it. The third depends on a result.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; RUN: muxc --passes=split-barriers --verify-each -cl-kiln-disable-steps=join-collectives %s | FileCheck %s --check-prefix=OFF
; CHECK-LABEL: define void @k(
; CHECK: region2:
; CHECK-NOT: region3:
; CHECK: vector.reduce.add.v4i32
; CHECK-NOT: .items(
; CHECK: vector.reduce.smax.v4i32
; CHECK: call i32 @k.region1.items(
; CHECK: vector.reduce.umin.v4i32
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK: %[[Y:.*]] = add i32 %x, 1
; CHECK-DAG: store i32 %x,
; CHECK-DAG: store i32 %[[Y]],
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: mul i32
; CHECK: add i32
; CHECK: ret i32 2
; OFF: region3:
define void @k(ptr %p) "mux-kernel"="entry-point" !kiln.sub_group_size !0 {
  %x = load i32, ptr %p
  %sum = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  %twice = mul i32 %sum, 2
  %y = add i32 %x, 1
  %most = call i32 @__mux_sub_group_reduce_smax_i32(i32 %y)
  %both = add i32 %twice, %most
  %least = call i32 @__mux_sub_group_reduce_umin_i32(i32 %both)
  store i32 %least, ptr %p
  ret void
}
declare i32 @__mux_sub_group_reduce_add_i32(i32) convergent
declare i32 @__mux_sub_group_reduce_smax_i32(i32) convergent
declare i32 @__mux_sub_group_reduce_umin_i32(i32) convergent
!0 = !{i64 4}
