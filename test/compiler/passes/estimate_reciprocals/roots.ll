; 1 / sqrt(x) with a permitted error becomes an estimate of 14 bits in registers of all sizes.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=estimate-roots --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; The estimate stays where Newton's step is NaN.
; CHECK-LABEL: @eight(
; CHECK: [[R:%.*]] = call <8 x float> @llvm.x86.avx512.rsqrt14.ps.256(<8 x float> %x, <8 x float> poison, i8 -1)
; CHECK: [[ROOT:%.*]] = fmul <8 x float> %x, [[R]]
; CHECK: [[NEGATED:%.*]] = fneg <8 x float> [[ROOT]]
; CHECK: [[HALF:%.*]] = fmul <8 x float> [[R]], splat (float 5.000000e-01)
; CHECK: [[E:%.*]] = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> [[NEGATED]], <8 x float> [[HALF]], <8 x float> splat (float 5.000000e-01))
; CHECK: [[ORDERED:%.*]] = fcmp ord <8 x float> [[E]], zeroinitializer
; CHECK: [[BETTER:%.*]] = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> [[R]], <8 x float> [[E]], <8 x float> [[R]])
; CHECK: select <8 x i1> [[ORDERED]], <8 x float> [[BETTER]], <8 x float> [[R]]
; CHECK-NOT: sqrt.v8f32
; CHECK: ret
define <8 x float> @eight(<8 x float> %x) {
  %r = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q = fdiv <8 x float> splat (float 1.0), %r, !fpmath !0
  ret <8 x float> %q
}

; Scalars and short vectors are equal to the others: a register each.
; CHECK-LABEL: @scalar(
; CHECK: insertelement <4 x float> poison, float %x, i64 0
; CHECK: rsqrt14.ps.128
; CHECK: extractelement <4 x float> %{{.*}}, i64 0
; CHECK-LABEL: @three(
; CHECK: shufflevector <3 x float> %x, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
; CHECK: rsqrt14.ps.128
; CHECK: call <3 x float> @llvm.vector.extract.v3f32.v4f32(
define float @scalar(float %x) {
  %r = call float @llvm.sqrt.f32(float %x)
  %q = fdiv float 1.0, %r, !fpmath !0
  ret float %q
}
define <3 x float> @three(<3 x float> %x) {
  %r = call <3 x float> @llvm.sqrt.v3f32(<3 x float> %x)
  %q = fdiv <3 x float> splat (float 1.0), %r, !fpmath !0
  ret <3 x float> %q
}

; Not where nothing permits an error, for other dividends, other uses of the root, and doubles.
; CHECK-LABEL: @exact(
; CHECK-NOT: rsqrt14
; CHECK: ret void
define void @exact(float %x, double %d, ptr %out) {
  %r = call float @llvm.sqrt.f32(float %x)
  %q = fdiv float 1.0, %r
  store volatile float %q, ptr %out
  %s = call float @llvm.sqrt.f32(float %x)
  %t = fdiv float 2.0, %s, !fpmath !0
  store volatile float %t, ptr %out
  %u = call float @llvm.sqrt.f32(float %x)
  %v = fdiv float 1.0, %u, !fpmath !0
  store volatile float %u, ptr %out
  store volatile float %v, ptr %out
  %w = call double @llvm.sqrt.f64(double %d)
  %z = fdiv double 1.0, %w
  store volatile double %z, ptr %out
  ret void
}
!0 = !{float 2.5}
