; fmin of vectors is one instruction where AVX512DQ and AVX512VL have it.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='range-instructions' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes='range-instructions' --verify-each -cl-kiln-disable-steps=range-instructions %s | FileCheck %s --check-prefix=OFF
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(
; CHECK-NOT: call {{.*}}minnum
; OFF: call <16 x float> @llvm.minnum.v16f32(
; OFF-NOT: call {{.*}}range.ps
target triple = "x86_64-unknown-linux-gnu"

define <16 x float> @sums(<16 x float> %a, <16 x float> %b, <16 x float> %c) {
  %x = fadd <16 x float> %a, %b
  %y = fsub <16 x float> %a, %c
  %min = call <16 x float> @llvm.minnum.v16f32(<16 x float> %x, <16 x float> %y)
  ret <16 x float> %min
}
