; Sums of floating-point numbers at one address: in the order of the lanes, by one exchange. Old
; values that somebody uses, and several addresses, take an operation for each lane.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s

; CHECK-LABEL: define void @sum.simd(
; CHECK: %[[FIRST:.*]] = load atomic i32, ptr %p monotonic, align 4
; CHECK: sum:
; CHECK: %[[OLD:.*]] = phi i32 [ %[[FIRST]], {{.*}} ], [ %[[SEEN:.*]], %sum ]
; CHECK: %[[START:.*]] = bitcast i32 %[[OLD]] to float
; CHECK: call float @llvm.vector.reduce.fadd.v4f32(float %[[START]], <4 x float>
; CHECK: cmpxchg volatile ptr %p, i32 %[[OLD]], i32 {{.*}} monotonic monotonic, align 4
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @sum(ptr %p, float %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying" {
  %1 = atomicrmw volatile fadd ptr %p, float %x monotonic, align 4
  ret void
}

; Adding -0 in place of the inactive lanes' numbers.
; CHECK-LABEL: define void @difference.simd(
; CHECK: fneg <4 x float>
; CHECK: select <4 x i1> {{.*}}, <4 x float> splat (float -0.000000e+00)
; CHECK: vector.reduce.fadd
define void @difference(ptr %p, float %x, i1 %active) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying,varying" {
  br label %masked
masked:
  call void @kiln.mask(i1 %active)
  %1 = atomicrmw fsub ptr %p, float %x monotonic, align 4
  ret void
}

; CHECK-LABEL: define void @largest.simd(
; CHECK: %[[MOST:.*]] = call float @llvm.vector.reduce.fmax.v4f32(
; CHECK: atomicrmw fmax ptr %p, float %[[MOST]]
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @largest(ptr %p, float %x) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying" {
  %1 = atomicrmw fmax ptr %p, float %x monotonic, align 4
  ret void
}

; CHECK-LABEL: define void @used.simd(
; CHECK-COUNT-4: atomicrmw fadd
define void @used(ptr %p, float %x, ptr %q) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying,uniform" {
  %1 = atomicrmw fadd ptr %p, float %x monotonic, align 4
  store float %1, ptr %q, align 4
  ret void
}
declare void @kiln.mask(i1)
