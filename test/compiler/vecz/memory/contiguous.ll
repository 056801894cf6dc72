; Consecutive lanes, in either direction, are one vector access.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s

; CHECK-LABEL: define void @forward.simd(
; CHECK: [[P:%.*]] = getelementptr float, ptr %a, i64 %i
; CHECK: [[V:%.*]] = load <8 x float>, ptr [[P]], align 4
; CHECK: store <8 x float> [[V]], ptr {{.*}}, align 4
define void @forward(ptr align 16 %a, i64 %i, ptr align 16 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,4" {
  %p = getelementptr inbounds float, ptr %a, i64 %i
  %v = load float, ptr %p
  store float %v, ptr %b, align 16
  ret void
}

; CHECK-LABEL: define void @backward.simd(
; CHECK: [[LAST:%.*]] = getelementptr i8, ptr %p, i64 -14
; CHECK: [[V:%.*]] = load <8 x i16>, ptr [[LAST]], align 2
; CHECK: [[R:%.*]] = shufflevector <8 x i16> [[V]], <8 x i16> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: [[S:%.*]] = shufflevector <8 x i16> [[R]]
; CHECK: store <8 x i16> [[S]], ptr {{.*}}, align 2
define void @backward(ptr %p, ptr %q) "kiln-work-item-function" "kiln-simd-group"="8,0,0,-2,-2" {
  %v = load i16, ptr %p
  store i16 %v, ptr %q
  ret void
}
