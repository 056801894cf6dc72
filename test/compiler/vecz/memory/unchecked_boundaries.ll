; Indices without a check: it would fail in most SIMD groups, or the step is unknown.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen,function(early-cse,instcombine<no-verify-fixpoint>)' --verify-each %s | FileCheck %s
declare i32 @llvm.smin.i32(i32, i32)

; The period ends within each SIMD group, or the next.
; CHECK-LABEL: define <8 x i32> @short_period.simd(
; CHECK-NOT: label %strided
; CHECK: ret
define i32 @short_period(ptr %a, i32 %i) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1" {
  %m = and i32 %i, 15
  %e = zext i32 %m to i64
  %p = getelementptr i32, ptr %a, i64 %e
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define <8 x i32> @varying.simd(
; CHECK-NOT: label %strided
; CHECK: ret
define i32 @varying(ptr %a, i32 %i, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,varying,uniform" {
  %m = call i32 @llvm.smin.i32(i32 %i, i32 %n)
  %e = sext i32 %m to i64
  %p = getelementptr i32, ptr %a, i64 %e
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define <8 x i32> @varying_bound.simd(
; CHECK-NOT: label %strided
; CHECK: ret
define i32 @varying_bound(ptr %a, i32 %i, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,varying" {
  %m = call i32 @llvm.smin.i32(i32 %i, i32 %n)
  %e = sext i32 %m to i64
  %p = getelementptr i32, ptr %a, i64 %e
  %v = load i32, ptr %p
  ret i32 %v
}

; Lanes are too far apart for vectors.
; CHECK-LABEL: define <8 x i32> @far.simd(
; CHECK-NOT: label %strided
; CHECK: ret
define i32 @far(ptr %a, i32 %i, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %m = call i32 @llvm.smin.i32(i32 %i, i32 %n)
  %f = mul nsw i32 %m, 100
  %e = sext i32 %f to i64
  %p = getelementptr i32, ptr %a, i64 %e
  %v = load i32, ptr %p
  ret i32 %v
}
