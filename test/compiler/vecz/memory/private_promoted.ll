; SROA promotes private variables with uniform indices to values, also copied ones.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes="vecz-widen,function(sroa,instcombine)" --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define <8 x float> @f.simd(
; CHECK-NOT: alloca
; CHECK: [[NEW:%.*]] = select <8 x i1> %m, <8 x float> %v, <8 x float> zeroinitializer
; CHECK: fadd <8 x float> [[NEW]], %v
define float @f(ptr %p, i1 %m) "kiln-work-item-function" "kiln-simd-group"="8,0,0,4,varying" {
  %t = alloca [4 x float], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %t, i8 0, i64 16, i1 false)
  %v = load float, ptr %p
  %c = getelementptr inbounds [4 x float], ptr %t, i64 0, i64 1
  store float %v, ptr %c
  br label %some
some:
  call void @kiln.mask(i1 %m)
  %q = getelementptr inbounds [4 x float], ptr %t, i64 0, i64 2
  store float %v, ptr %q
  br label %all
all:
  %w = load float, ptr %q
  %w2 = load float, ptr %c
  %s = fadd float %w, %w2
  ret float %s
}

; Different indices of a larger array: a gather from one base.
; CHECK-LABEL: define <8 x float> @varying.simd(
; CHECK: [[ROW:%.*]] = shl <8 x i64> %x, splat (i64 3)
; CHECK: [[AT:%.*]] = or disjoint <8 x i64> [[ROW]], <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
; CHECK: getelementptr [4 x i8], ptr %t, <8 x i64> [[AT]]
define float @varying(i64 %x) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying" {
  %t = alloca [32 x float], align 16
  %c = getelementptr inbounds [32 x float], ptr %t, i64 0, i64 %x
  store float 1.0, ptr %c
  %w = load float, ptr %c
  ret float %w
}
