; Clamped, selected and divided indices have strided accesses behind a check for SIMD groups away from
; the boundary.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen,function(early-cse,instcombine<no-verify-fixpoint>)' --verify-each %s | FileCheck %s
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; Two loads share the check of both boundaries: i - 1 >= 0 and i + 1 + 7 <= last.
; CHECK-LABEL: define <8 x float> @clamped.simd(
; CHECK-DAG: add i32 %i, -1
; CHECK-DAG: icmp ult i32 %{{.*}}, 2147483639
; CHECK-DAG: [[LAST:%.*]] = add i32 %i, 8
; CHECK-DAG: icmp sle i32 [[LAST]], %last
; CHECK: br i1 %{{.*}}, label %strided, label %boundary
; CHECK: strided:
; CHECK-NOT: gather
; CHECK: load <8 x float>
; CHECK: load <8 x float>
; CHECK: br label %checked
; CHECK: boundary:
; CHECK: call <8 x i32> @llvm.smax.v8i32(
define float @clamped(ptr %a, i32 %i, i32 %last) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %left = add nsw i32 %i, -1
  %right = add nsw i32 %i, 1
  %l = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %ll = call i32 @llvm.smin.i32(i32 %l, i32 %last)
  %r = call i32 @llvm.smax.i32(i32 %right, i32 0)
  %rr = call i32 @llvm.smin.i32(i32 %r, i32 %last)
  %le = sext i32 %ll to i64
  %re = sext i32 %rr to i64
  %pl = getelementptr float, ptr %a, i64 %le
  %pr = getelementptr float, ptr %a, i64 %re
  %vl = load float, ptr %pl
  %vr = load float, ptr %pr
  %s = fadd float %vl, %vr
  ret float %s
}

; Only lane 0's remainder is computed, by a divisor that is never 0. The quotient is uniform.
; CHECK-LABEL: define <8 x float> @divided.simd(
; CHECK: [[DIVISOR:%.*]] = call i32 @llvm.umax.i32(i32 %{{.*}}, i32 1)
; CHECK: urem i32 %i{{.*}}, [[DIVISOR]]
; CHECK: br i1 %{{.*}}, label %strided, label %boundary
; CHECK: strided:
; CHECK: udiv i32 %i{{.*}}, [[DIVISOR]]
; CHECK: load float
; CHECK: load <8 x float>
; CHECK: boundary:
; CHECK: fdiv <8 x double>
define float @divided(ptr %a, ptr %b, i32 %i, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,uniform,1,uniform" {
  %q = udiv i32 %i, %n
  %m = urem i32 %i, %n
  %qe = zext i32 %q to i64
  %me = zext i32 %m to i64
  %pa = getelementptr float, ptr %a, i64 %qe
  %pb = getelementptr float, ptr %b, i64 %me
  %va = load float, ptr %pa
  %vb = load float, ptr %pb
  %s = fadd float %va, %vb
  ret float %s
}

; i == 0 ? n : i - 1
; CHECK-LABEL: define <8 x i32> @chosen.simd(
; CHECK: strided:
; CHECK: load <8 x i32>
; CHECK: boundary:
; CHECK: masked.gather
define i32 @chosen(ptr %a, i64 %i, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %z = icmp eq i64 %i, 0
  %b = add i64 %i, -1
  %w = select i1 %z, i64 %n, i64 %b
  %p = getelementptr i32, ptr %a, i64 %w
  %v = load i32, ptr %p
  ret i32 %v
}
