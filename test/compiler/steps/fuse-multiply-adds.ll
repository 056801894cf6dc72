; A product and the sum or difference that alone uses it become one operation, if both may be contracted and the target has fused
; operations.
; RUN: muxc --target=host --target-properties=cpu=x86-64-v3 --passes=fuse-multiply-adds --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties=cpu=x86-64-v2 --passes=fuse-multiply-adds %s | FileCheck %s --check-prefix=OFF
; RUN: muxc --target=host --target-properties=cpu=x86-64-v3 --passes=fuse-multiply-adds -cl-kiln-disable-steps=fuse-multiply-adds %s | FileCheck %s --check-prefix=OFF
; OFF-NOT: fmuladd
; CHECK-LABEL: @sum(
; CHECK: %s = call contract float @llvm.fmuladd.f32(float %x, float %y, float %z)
define float @sum(float %x, float %y, float %z) {
  %p = fmul reassoc contract float %x, %y
  %s = fadd contract float %z, %p
  ret float %s
}
; CHECK-LABEL: @differences(
; CHECK: [[NZ:%.*]] = fneg contract double %z
; CHECK: %a = call contract double @llvm.fmuladd.f64(double %x, double %y, double [[NZ]])
; CHECK: [[NX:%.*]] = fneg contract double %x
; CHECK: %b = call contract double @llvm.fmuladd.f64(double [[NX]], double %a, double %z)
define double @differences(double %x, double %y, double %z) {
  %p = fmul contract double %x, %y
  %a = fsub contract double %p, %z
  %q = fmul contract double %x, %a
  %b = fsub contract double %z, %q
  ret double %b
}
; Products used twice, and operations that must round, stay; of two products the first is fused.
; CHECK-LABEL: @others(
; CHECK: %twice = fmul contract float %x, %y
; CHECK: %rounded = fmul float %twice, %z
; CHECK: %s1 = fadd contract float %rounded, %twice
; CHECK: %p3 = fmul contract float %z, %s1
; CHECK: %s2 = call contract float @llvm.fmuladd.f32(float %y, float %twice, float %p3)
; CHECK: %p4 = fmul contract float %s2, %x
; CHECK: %s3 = fadd float %p4, %y
define float @others(float %x, float %y, float %z) {
  %twice = fmul contract float %x, %y
  %rounded = fmul float %twice, %z
  %s1 = fadd contract float %rounded, %twice
  %p2 = fmul contract float %y, %twice
  %p3 = fmul contract float %z, %s1
  %s2 = fadd contract float %p2, %p3
  %p4 = fmul contract float %s2, %x
  %s3 = fadd float %p4, %y
  ret float %s3
}
