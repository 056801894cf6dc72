; Other atomics are done for each active lane: behind branches, or in a loop if the lanes are many.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <2 x float> @few.simd(
; CHECK: atomicrmw add ptr
; CHECK: atomicrmw add ptr
; CHECK: [[ON:%.*]] = extractelement <2 x i1> %active, i64 0
; CHECK: br i1 [[ON]], label %old.lane, label %old.done
; CHECK: [[X:%.*]] = extractelement <2 x float> %x, i32 0
; CHECK: atomicrmw fadd ptr %p, float [[X]] monotonic
; CHECK: old.done:
; CHECK: phi <2 x float>
; CHECK: atomicrmw fadd
define float @few(ptr %p, ptr %q, float %x, i1 %active) "kiln-work-item-function" "kiln-simd-group"="2,0,0,uniform,8,varying,varying" {
  %count = atomicrmw add ptr %q, i32 1 monotonic
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %old = atomicrmw fadd ptr %p, float %x monotonic
  ret float %old
}
; CHECK-LABEL: define { <16 x i32>, <16 x i1> } @many.simd(
; CHECK: [[BITS:%.*]] = bitcast <16 x i1> %active to i16
; CHECK: pair.lanes:
; CHECK: %pair.results = phi { <16 x i32>, <16 x i1> }
; CHECK: [[SOME:%.*]] = or i32 %pair.left, 32768
; CHECK: [[LANE:%.*]] = call i32 @llvm.cttz.i32(i32 [[SOME]], i1 true)
; CHECK: [[X:%.*]] = extractelement <16 x i32> %x, i32 [[LANE]]
; CHECK: cmpxchg ptr %p, i32 0, i32 [[X]] acq_rel acquire
; CHECK: br i1 {{.*}}, label %pair.lanes, label %pair.done
define {i32, i1} @many(ptr %p, i32 %x, i1 %active) "kiln-work-item-function" "kiln-simd-group"="16,0,0,uniform,varying,varying" {
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %pair = cmpxchg ptr %p, i32 0, i32 %x acq_rel acquire
  ret {i32, i1} %pair
}
declare void @kiln.mask(i1)
