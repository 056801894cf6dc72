; A relaxed division of vectors is a product with an estimate, or is left to code generation.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='estimate-reciprocals' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='estimate-reciprocals' --verify-each -cl-kiln-disable-steps=estimate-reciprocals %s | FileCheck %s --check-prefix=OFF
; CHECK: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(
; CHECK-NOT: fdiv
; OFF: fdiv fast <16 x float>
; OFF-NOT: rcp14
target triple = "x86_64-unknown-linux-gnu"

define <16 x float> @quotient(<16 x float> %n, <16 x float> %d) {
  %q = fdiv fast <16 x float> %n, %d
  ret <16 x float> %q
}
