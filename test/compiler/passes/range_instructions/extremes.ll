; Calls of fmin and fmax of vectors become single instructions, where that wins.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=range-instructions --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; Sums are never signaling NaNs. 32 floats are two registers.
; CHECK-LABEL: define <32 x float> @sums(
; CHECK-NOT: canonicalize
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.mask.range.ps.512({{.*}}, i32 5, {{.*}}, i16 -1, i32 4)
; CHECK-NOT: maxnum
define <32 x float> @sums(<32 x float> %a, <32 x float> %b) {
  %x = fadd <32 x float> %a, %b
  %y = fsub <32 x float> %a, %b
  %max = call <32 x float> @llvm.maxnum.v32f32(<32 x float> %x, <32 x float> %y)
  ret <32 x float> %max
}

; Operands from memory are made quiet once, for both calls.
; CHECK-LABEL: define void @sorted(
; CHECK: %[[A:.*]] = load <4 x double>
; CHECK: %[[QA:.*]] = call <4 x double> @llvm.canonicalize.v4f64(<4 x double> %[[A]])
; CHECK: %[[B:.*]] = load <4 x double>
; CHECK: %[[QB:.*]] = call <4 x double> @llvm.canonicalize.v4f64(<4 x double> %[[B]])
; CHECK: call <4 x double> @llvm.x86.avx512.mask.range.pd.256(<4 x double> %[[QA]], <4 x double> %[[QB]], i32 4, {{.*}}, i8 -1)
; CHECK: call <4 x double> @llvm.x86.avx512.mask.range.pd.256(<4 x double> %[[QA]], <4 x double> %[[QB]], i32 5, {{.*}}, i8 -1)
define void @sorted(ptr %p, ptr %q) {
  %a = load <4 x double>, ptr %p
  %b = load <4 x double>, ptr %q
  %min = call <4 x double> @llvm.minnum.v4f64(<4 x double> %a, <4 x double> %b)
  %max = call <4 x double> @llvm.maxnum.v4f64(<4 x double> %a, <4 x double> %b)
  store <4 x double> %min, ptr %p
  store <4 x double> %max, ptr %q
  ret void
}

; One call of two loads would win nothing. LLVM has one instruction for numbers alone, and where one
; operand is a number. Vectors of 3, scalars and halves stay.
; CHECK-LABEL: define void @others(
; CHECK-NOT: canonicalize
; CHECK-NOT: range
; CHECK: ret void
define void @others(ptr %p, ptr %q, <4 x float> %x, <3 x float> %three, float %one, <8 x half> %half) {
  %a = load <4 x float>, ptr %p
  %b = load <4 x float>, ptr %q
  %once = call <4 x float> @llvm.minnum.v4f32(<4 x float> %a, <4 x float> %b)
  %numbers = call nnan <4 x float> @llvm.minnum.v4f32(<4 x float> %x, <4 x float> %once)
  %bound = call <4 x float> @llvm.minnum.v4f32(<4 x float> %x, <4 x float> splat (float 1.0))
  %small = call <3 x float> @llvm.minnum.v3f32(<3 x float> %three, <3 x float> %three)
  %scalar = call float @llvm.minnum.f32(float %one, float %one)
  %halves = call <8 x half> @llvm.minnum.v8f16(<8 x half> %half, <8 x half> %half)
  store <4 x float> %numbers, ptr %p
  store <4 x float> %bound, ptr %q
  store <3 x float> %small, ptr %p
  store float %scalar, ptr %p
  store <8 x half> %halves, ptr %p
  ret void
}

; The least of a loop would wait for one more instruction in each iteration.
; CHECK-LABEL: define <4 x float> @least(
; CHECK-NOT: range
; CHECK: ret
define <4 x float> @least(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %least = phi <4 x float> [ zeroinitializer, %entry ], [ %less, %loop ]
  %at = getelementptr <4 x float>, ptr %p, i64 %i
  %v = load <4 x float>, ptr %at
  %less = call <4 x float> @llvm.minnum.v4f32(<4 x float> %least, <4 x float> %v)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret <4 x float> %less
}
