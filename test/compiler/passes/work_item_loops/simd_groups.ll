; A work-item function with a vector variant: SIMD groups along y, then items one by one. Items alone run
; where global ids may reach 2^31, if they are asked for: local ids are smaller.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal i32 @items(
; CHECK: %result = alloca i32
; CHECK: %[[FULL:.*]] = and i64 %{{.*}}, -8
; CHECK: call i64 @__mux_get_global_size(i32 0)
; CHECK: call i64 @__mux_get_global_size(i32 1)
; CHECK: call i64 @llvm.umax.i64(
; CHECK: call i64 @__mux_get_global_size(i32 2)
; CHECK: %[[LAST:.*]] = call i64 @llvm.umax.i64(
; CHECK: icmp ule i64 %[[LAST]], 2147483648
; CHECK: %item.simd_groups = select i1 %{{.*}}, i64 %{{.*}}, i64 0
; CHECK: item.y.simd:
; CHECK: call void @kiln.set_work_item(i64 %item.x{{.*}}, i64 %item.y.simd{{.*}}, i64 %item.z{{.*}}, i64 %{{.*}})
; CHECK: %[[VECTOR:.*]] = call <8 x i32> @body.v8(i32 %x)
; CHECK: %[[LANE:.*]] = extractelement <8 x i32> %[[VECTOR]], i64 0
; CHECK: store i32 %[[LANE]], ptr %result
; CHECK: %item.y.simd{{.*}}.next = add nuw nsw i64 %item.y.simd{{.*}}, 8
; CHECK: item.y:
; CHECK: phi i64 [ %item.simd_groups, %item.remainder ]
; CHECK: call i32 @body(i32 %x)
; CHECK-LABEL: define internal void @local(
; CHECK-NOT: __mux_get_global_size
; CHECK: %item.simd_groups = select i1 true, i64 %{{.*}}, i64 0
define internal i32 @items(i32 %x) noinline "kiln-work-group-function" {
  %r = call i32 @body(i32 %x)
  ret i32 %r
}
define internal i32 @body(i32 %x) noinline "kiln-work-item-function" "kiln-vector-variant"="body.v8" {
  %id = call i64 @__mux_get_global_id(i32 1)
  ret i32 %x
}
define internal <8 x i32> @body.v8(i32 %x) noinline "kiln-work-item-function" "kiln-simd-group"="8,1,0" {
  %v = insertelement <8 x i32> poison, i32 %x, i64 0
  ret <8 x i32> %v
}
define internal void @local(i32 %x) noinline "kiln-work-group-function" {
  call void @of_local(i32 %x)
  ret void
}
define internal void @of_local(i32 %x) noinline "kiln-work-item-function" "kiln-vector-variant"="of_local.v8" {
  %id = call i64 @__mux_get_local_id(i32 0)
  ret void
}
define internal void @of_local.v8(i32 %x) noinline "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_local_id(i32 0)
  ret void
}
declare i64 @__mux_get_global_id(i32) nounwind willreturn memory(none)
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
; CHECK: !{!"llvm.loop.vectorize.enable", i1 false}
