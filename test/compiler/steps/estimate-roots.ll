; 1 / sqrt(x) that may have an error is an estimate, or both operations.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='estimate-roots' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='estimate-roots' --verify-each -cl-kiln-disable-steps=estimate-roots %s | FileCheck %s --check-prefix=OFF
; CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK-NOT: fdiv
; OFF: fdiv <16 x float>
; OFF-NOT: rsqrt14
target triple = "x86_64-unknown-linux-gnu"

define <16 x float> @inverse(<16 x float> %x) {
  %r = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %q = fdiv <16 x float> splat (float 1.0), %r, !fpmath !0
  ret <16 x float> %q
}
!0 = !{float 2.5}
