; Vector conversions towards zero become conversions to nearest and a correction.
; RUN: muxc --target=riscv --passes='function(riscv-avoid-rtz)' --verify-each %s | FileCheck %s
; RUN: muxc --target=riscv --passes='function(riscv-avoid-rtz)' --emit=asm %s | FileCheck %s --check-prefix=ASM
; ASM-NOT: .rtz.

; CHECK-LABEL: @signed(
; CHECK: [[NEAREST:%.*]] = call <vscale x 4 x i32> @llvm.lrint.nxv4i32.nxv4f32(<vscale x 4 x float> %x)
; CHECK: [[BACK:%.*]] = sitofp <vscale x 4 x i32> [[NEAREST]] to <vscale x 4 x float>
; CHECK: fcmp ogt <vscale x 4 x float> [[BACK]], %x
define <vscale x 4 x i32> @signed(<vscale x 4 x float> %x) {
  %r = fptosi <vscale x 4 x float> %x to <vscale x 4 x i32>
  ret <vscale x 4 x i32> %r
}
; Values near the limits need a wider type: 2^32 - 1, and 2^31 - 0.5 as a double.
; CHECK-LABEL: @wider(
; CHECK: @llvm.lrint.v4i64.v4f32
; CHECK: @llvm.lrint.v4i64.v4f64
; CHECK: @llvm.lrint.v4i32.v4f32
define void @wider(<4 x float> %x, <4 x double> %y, ptr %p) {
  %a = fptoui <4 x float> %x to <4 x i32>
  store volatile <4 x i32> %a, ptr %p
  %b = fptosi <4 x double> %y to <4 x i32>
  store volatile <4 x i32> %b, ptr %p
  %c = fptoui <4 x float> %x to <4 x i16>
  store volatile <4 x i16> %c, ptr %p
  ret void
}
; CHECK-LABEL: @others(
; CHECK: fcmp oge <4 x double> %y, splat (double 0x43E0000000000000)
; CHECK: @llvm.lrint.v4i64.v4f64
; CHECK: fcmp uno <4 x float> %x, %x
; CHECK: @llvm.floor.v4f32
; CHECK: fptosi float %s to i32
define i32 @others(<4 x float> %x, <4 x double> %y, float %s, ptr %p) {
  %a = fptoui <4 x double> %y to <4 x i64>
  store volatile <4 x i64> %a, ptr %p
  %b = call <4 x i8> @llvm.fptosi.sat.v4i8.v4f32(<4 x float> %x)
  store volatile <4 x i8> %b, ptr %p
  %c = call <4 x float> @llvm.trunc.v4f32(<4 x float> %x)
  store volatile <4 x float> %c, ptr %p
  %d = fptosi float %s to i32
  ret i32 %d
}
