; Rounding of half is by roundeven, of other types by rint. Conversions that round become two operations.
; RUN: muxc --passes=round-half --verify-each %s | FileCheck %s
; CHECK-LABEL: @f(
; CHECK: %[[A:.*]] = call half @llvm.roundeven.f16(half %h)
; CHECK: fptosi half %[[A]] to i32
; CHECK: call <3 x half> @llvm.roundeven.v3f16(<3 x half> %v)
; CHECK: call float @llvm.rint.f32(float %x)
; CHECK: %[[B:.*]] = call half @llvm.roundeven.f16(half %h)
; CHECK: fptosi half %[[B]] to i64
; CHECK: call i64 @llvm.lrint.i64.f32(float %x)
define void @f(half %h, <3 x half> %v, float %x, ptr %p) {
  %a = call half @llvm.rint.f16(half %h)
  %i = fptosi half %a to i32
  store volatile i32 %i, ptr %p
  %b = call <3 x half> @llvm.rint.v3f16(<3 x half> %v)
  store volatile <3 x half> %b, ptr %p
  %c = call float @llvm.rint.f32(float %x)
  store volatile float %c, ptr %p
  %d = call i64 @llvm.lrint.i64.f16(half %h)
  store volatile i64 %d, ptr %p
  %e = call i64 @llvm.lrint.i64.f32(float %x)
  store volatile i64 %e, ptr %p
  ret void
}
