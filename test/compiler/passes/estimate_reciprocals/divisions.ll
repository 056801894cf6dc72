; Relaxed divisions of float vectors become products with estimates, which stay where Newton's step is NaN.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=estimate-reciprocals --verify-each %s | FileCheck %s --check-prefixes=ALL,WIDE
; RUN: muxc --target=host --target-properties="cpu=x86-64-v3;features=" --passes=estimate-reciprocals --verify-each %s | FileCheck %s --check-prefixes=ALL,NARROW
target triple = "x86_64-unknown-linux-gnu"

; ALL-LABEL: @sixteen(
; WIDE: [[R:%.*]] = call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %d, <16 x float> poison, i16 -1)
; NARROW-COUNT-2: call <8 x float> @llvm.x86.avx.rcp.ps.256(
; ALL: [[NEGATED:%.*]] = fneg <16 x float> %d
; ALL: [[E:%.*]] = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> [[NEGATED]], {{.*}} splat (float 1.000000e+00))
; ALL: [[ORDERED:%.*]] = fcmp ord <16 x float> [[E]], zeroinitializer
; ALL: [[BETTER:%.*]] = call <16 x float> @llvm.fmuladd.v16f32({{.*}} [[E]], {{.*}})
; ALL: [[INVERSE:%.*]] = select <16 x i1> [[ORDERED]], <16 x float> [[BETTER]], <16 x float>
; ALL: fmul reassoc nsz arcp contract afn <16 x float> %n, [[INVERSE]]
define <16 x float> @sixteen(<16 x float> %n, <16 x float> %d) {
  %q = fdiv fast <16 x float> %n, %d
  ret <16 x float> %q
}

; A piece of 8 lanes and one of 4.
; ALL-LABEL: @twelve(
; ALL: call <8 x float> @llvm.x86.avx.rcp.ps.256(
; ALL: call <4 x float> @llvm.x86.sse.rcp.ps(
define <12 x float> @twelve(<12 x float> %n, <12 x float> %d) {
  %q = fdiv arcp <12 x float> %n, %d
  ret <12 x float> %q
}

; ALL-LABEL: @root(
; ALL-NOT: call {{.*}}rcp
; ALL: call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %x)
; ALL-NOT: fdiv
; ALL: ret
define <8 x float> @root(<8 x float> %x) {
  %r = call fast <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q = fdiv fast <8 x float> splat (float 1.0), %r
  ret <8 x float> %q
}

; ALL-LABEL: @exact(
; ALL: fdiv <8 x float>
; ALL: fdiv fast <2 x float>
; ALL: fdiv fast float
; ALL: fdiv fast <4 x double>
define void @exact(<8 x float> %a, <2 x float> %b, float %c, <4 x double> %d, ptr %out) {
  %p = fdiv <8 x float> %a, %a
  store volatile <8 x float> %p, ptr %out
  %q = fdiv fast <2 x float> %b, %b
  store volatile <2 x float> %q, ptr %out
  %r = fdiv fast float %c, %c
  store volatile float %r, ptr %out
  %s = fdiv fast <4 x double> %d, %d
  store volatile <4 x double> %s, ptr %out
  ret void
}
