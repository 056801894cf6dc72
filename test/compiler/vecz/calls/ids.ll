; Ids that are not strided in the packet: other dimensions, the linear packet, a dimension that is
; only known at run time.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <4 x i64> @across.packet(
; CHECK: [[SIZE:%.*]] = call i64 @__mux_get_local_size(i32 0)
; CHECK: [[DISTANCE:%.*]] = mul <4 x i64> <i64 0, i64 1, i64 2, i64 3>, {{%.*}}
; CHECK: [[FIRST:%.*]] = call i64 @__mux_get_local_linear_id()
; CHECK: add <4 x i64> {{%.*}}, [[DISTANCE]]
define i64 @across() "kiln-item-body" "kiln-packet"="4,1,0" {
  %id = call i64 @__mux_get_local_linear_id()
  ret i64 %id
}
; CHECK-LABEL: define <4 x i64> @linear.packet(
; CHECK: call {{.*}}i64 @__mux_get_global_id(i32 1)
; CHECK: call {{.*}}i64 @__mux_get_local_id(i32 1)
; CHECK: call {{.*}}i64 @__mux_get_local_linear_id()
; CHECK: udiv <4 x i64>
; CHECK: urem <4 x i64>
; CHECK-NOT: udiv
define i64 @linear() "kiln-item-body" "kiln-packet"="4,3,0" {
  %id = call i64 @__mux_get_global_id(i32 1)
  ret i64 %id
}
; CHECK-LABEL: define <4 x i64> @asked.packet(i32 %dimension)
; CHECK-COUNT-3: select <4 x i1>
define i64 @asked(i32 %dimension) "kiln-item-body" "kiln-packet"="4,0,0" {
  %id = call i64 @__mux_get_local_id(i32 %dimension)
  ret i64 %id
}
; CHECK-LABEL: define <4 x ptr> @frame.packet(i64 %prefix)
; CHECK: %slot = call ptr @kiln.item_frame(i64 %prefix, i64 12)
; CHECK: getelementptr i8, ptr %slot, <4 x i64>
define ptr @frame(i64 %prefix) "kiln-item-body" "kiln-packet"="4,2,0" {
  %slot = call ptr @kiln.item_frame(i64 %prefix, i64 12)
  ret ptr %slot
}
declare i64 @__mux_get_local_linear_id() memory(none)
declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_local_id(i32) memory(none)
declare ptr @kiln.item_frame(i64, i64) memory(none)
