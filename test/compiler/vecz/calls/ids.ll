; Ids that are not strided in the SIMD group: other dimensions, the linear SIMD group, a dimension that is
; only known at run time.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <4 x i64> @across.simd(
; CHECK: [[SIZE:%.*]] = call i64 @__mux_get_local_size(i32 0)
; CHECK: [[DISTANCE:%.*]] = mul <4 x i64> <i64 0, i64 1, i64 2, i64 3>, {{%.*}}
; CHECK: [[FIRST:%.*]] = call i64 @__mux_get_local_linear_id()
; CHECK: add <4 x i64> {{%.*}}, [[DISTANCE]]
define i64 @across() "kiln-work-item-function" "kiln-simd-group"="4,1,0" {
  %id = call i64 @__mux_get_local_linear_id()
  ret i64 %id
}
; CHECK-LABEL: define <4 x i64> @linear.simd(
; CHECK: call {{.*}}i64 @__mux_get_global_id(i32 1)
; CHECK: call {{.*}}i64 @__mux_get_local_id(i32 1)
; CHECK: call {{.*}}i64 @__mux_get_local_linear_id()
; CHECK: udiv <4 x i64>
; CHECK: urem <4 x i64>
; CHECK-NOT: udiv
define i64 @linear() "kiln-work-item-function" "kiln-simd-group"="4,3,0" {
  %id = call i64 @__mux_get_global_id(i32 1)
  ret i64 %id
}
; CHECK-LABEL: define <4 x i64> @asked.simd(i32 %dimension)
; CHECK-COUNT-3: select <4 x i1>
define i64 @asked(i32 %dimension) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %id = call i64 @__mux_get_local_id(i32 %dimension)
  ret i64 %id
}
; CHECK-LABEL: define <4 x ptr> @frame.simd(i64 %prefix)
; CHECK: %slot = call ptr @kiln.item_frame(i64 %prefix, i64 12)
; CHECK: getelementptr i8, ptr %slot, <4 x i64>
define ptr @frame(i64 %prefix) "kiln-work-item-function" "kiln-simd-group"="4,2,0" {
  %slot = call ptr @kiln.item_frame(i64 %prefix, i64 12)
  ret ptr %slot
}
declare i64 @__mux_get_local_linear_id() memory(none)
declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_local_id(i32) memory(none)
declare ptr @kiln.item_frame(i64, i64) memory(none)
