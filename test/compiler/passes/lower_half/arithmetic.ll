; Without instructions for half, values of half are i16, and arithmetic is done in float.
; REQUIRES: riscv
; RUN: muxc --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v" --passes=lower-half --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64-v2" --passes=lower-half --verify-each %s | FileCheck %s
; Targets with instructions for half, of vectors or of scalars, stay unchanged.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v3" --passes=lower-half --verify-each %s | FileCheck %s --check-prefix=SAME
; RUN: muxc --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvfhmin" --passes=lower-half --verify-each %s | FileCheck %s --check-prefix=SAME
; RUN: muxc --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+zfh" --passes=lower-half --verify-each %s | FileCheck %s --check-prefix=SAME

; CHECK-LABEL: define <8 x i16> @sum(<8 x i16> noundef %a, <8 x i16> %b)
; CHECK-NOT: half
; CHECK: fadd nsz <8 x float>
; CHECK-NOT: half
; SAME-LABEL: define <8 x half> @sum(
; SAME-NEXT: %r = fadd nsz <8 x half> %a, %b
define <8 x half> @sum(<8 x half> noundef nofpclass(inf) %a, <8 x half> %b) {
  %r = fadd nsz <8 x half> %a, %b
  ret <8 x half> %r
}

; fmuladd becomes two operations with a rounding each; fma is done in double.
; CHECK-LABEL: define i16 @fused(
; CHECK: fmul float
; CHECK: fadd float {{.*}}, 5.000000e-01
; CHECK: fadd float
; CHECK: fmul double
; CHECK: fadd double
; CHECK: fptrunc double {{.*}} to float
define half @fused(half %a, half %b, half %c) {
  %r = call half @llvm.fmuladd.f16(half %a, half %b, half %c)
  %s = call half @llvm.fma.f16(half %r, half %b, half %c)
  ret half %s
}

; Operations on signs are operations on bits.
; CHECK-LABEL: define <4 x i16> @signs(<4 x i16> %a, <4 x i16> %b)
; CHECK-NEXT: and <4 x i16> %a, splat (i16 32767)
; CHECK-NEXT: and <4 x i16> %b, splat (i16 -32768)
; CHECK-NEXT: or <4 x i16>
; CHECK-NEXT: xor <4 x i16> {{.*}}, splat (i16 -32768)
; CHECK-NEXT: and <4 x i16> {{.*}}, splat (i16 32767)
; CHECK-NEXT: ret
define <4 x half> @signs(<4 x half> %a, <4 x half> %b) {
  %r = call <4 x half> @llvm.copysign.v4f16(<4 x half> %a, <4 x half> %b)
  %n = fneg <4 x half> %r
  %p = call <4 x half> @llvm.fabs.v4f16(<4 x half> %n)
  ret <4 x half> %p
}

; CHECK-LABEL: define i1 @classes(i16 %a)
; CHECK: sub i16 %a, -1024
; CHECK-NEXT: icmp ule i16 {{.*}}, 0
define i1 @classes(half %a) {
  %r = call i1 @llvm.is.fpclass.f16(half %a, i32 4)
  ret i1 %r
}

; Results in structures, and intrinsics of float alone.
; CHECK-LABEL: define i16 @others(
; CHECK: call { float, i32 } @llvm.frexp.f32.i32(float
; CHECK: call float @llvm.sqrt.f32(float
define half @others(half %a) {
  %s = call { half, i32 } @llvm.frexp.f16.i32(half %a)
  %m = extractvalue { half, i32 } %s, 0
  %r = call half @llvm.sqrt.f16(half %m)
  ret half %r
}

; Unordered reductions are done in float and rounded once; ordered ones are rounded at each step.
; CHECK-LABEL: define i16 @sums(
; CHECK: call reassoc float @llvm.vector.reduce.fadd.v2f32(float
; CHECK: extractelement <2 x i16> %v, i64 0
; CHECK: fadd float
; CHECK: extractelement <2 x i16> %v, i64 1
; CHECK: fadd float
define half @sums(<2 x half> %v) {
  %a = call reassoc half @llvm.vector.reduce.fadd.v2f16(half 0.0, <2 x half> %v)
  %b = call half @llvm.vector.reduce.fadd.v2f16(half %a, <2 x half> %v)
  ret half %b
}
