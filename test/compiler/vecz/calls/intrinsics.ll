; Intrinsics on vectors where there are such, hints are dropped, fences stand once.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <4 x float> @f.simd(<4 x float> %x, i32 %n, i1 %c)
; CHECK-NOT: assume
; CHECK: %root = call nnan <4 x float> @llvm.sqrt.v4f32(<4 x float> %x), !fpmath
; CHECK: %power = call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %root, i32 %n)
; CHECK: %bits = call <4 x i32> @llvm.fptoui.sat.v4i32.v4f32(<4 x float> %power)
; CHECK: %zeros = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %bits, i1 true)
; CHECK: %product = call { <4 x i32>, <4 x i1> } @llvm.umul.with.overflow.v4i32(
; CHECK-NOT: assume
; CHECK: call void @__mux_mem_fence(i32 2, i32 264)
; CHECK-NOT: __mux_mem_fence
; CHECK: fence acquire
; CHECK-NOT: fence
; CHECK: call float @llvm.powi.f32.i32(
; CHECK-COUNT-3: call float @llvm.powi.f32.i32(
; CHECK-NOT: call
; CHECK: ret
define float @f(float %x, i32 %n, i1 %c) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying" {
  call void @llvm.assume(i1 %c)
  %root = call nnan float @llvm.sqrt.f32(float %x), !fpmath !0
  %power = call float @llvm.powi.f32.i32(float %root, i32 %n)
  %bits = call i32 @llvm.fptoui.sat.i32.f32(float %power)
  %zeros = call i32 @llvm.ctlz.i32(i32 %bits, i1 true)
  %product = call {i32, i1} @llvm.umul.with.overflow.i32(i32 %bits, i32 %zeros)
  %low = extractvalue {i32, i1} %product, 0
  call void @__mux_mem_fence(i32 2, i32 264)
  fence acquire
  %again = call float @llvm.powi.f32.i32(float %root, i32 %low)
  ret float %again
}
declare void @__mux_mem_fence(i32, i32)
!0 = !{float 2.5}
