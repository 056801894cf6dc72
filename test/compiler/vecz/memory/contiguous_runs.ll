; Neighbours in each lane, with arbitrary lanes: a short vector per lane, and a transposition.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
declare void @kiln.mask(i1)

; Four loads in any order are done at the first one.
; CHECK-LABEL: define void @four.simd(
; CHECK-COUNT-4: load <4 x float>, ptr {{.*}}, align 4
; CHECK-NOT: load
; CHECK: shufflevector <4 x float> [[A:%.*]], <4 x float> [[C:%.*]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector <4 x float> [[A]], <4 x float> [[C]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK-COUNT-6: shufflevector <4 x float>
; CHECK-NOT: masked
; CHECK: ret void
define void @four(ptr noalias %a, ptr %i, i64 %row) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,4,varying" {
  %a0 = getelementptr float, ptr %a, i64 %row
  %a2 = getelementptr i8, ptr %a0, i64 8
  %a1 = getelementptr i8, ptr %a0, i64 4
  %a3 = getelementptr i8, ptr %a0, i64 12
  %x2 = load float, ptr %a2, align 4
  %x0 = load float, ptr %a0, align 4
  %x3 = load float, ptr %a3, align 4
  %x1 = load float, ptr %a1, align 4
  %s = fdiv float %x0, %x1
  %t = fdiv float %s, %x2
  %u = fdiv float %t, %x3
  store float %u, ptr %i
  ret void
}

; Gaps are not read: of the elements 0, 1 and 3 the first two are loaded together.
; CHECK-LABEL: define void @gap.simd(
; CHECK: call <4 x double> @llvm.masked.gather
; CHECK: ret void
; CHECK-LABEL: define void @no_row.simd(
; CHECK-COUNT-2: call <4 x double> @llvm.masked.gather
define void @gap(ptr noalias %a, ptr %i, i64 %row) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,8,varying" {
  %a0 = getelementptr double, ptr %a, i64 %row
  %a1 = getelementptr i8, ptr %a0, i64 8
  %a3 = getelementptr i8, ptr %a0, i64 24
  %x0 = load double, ptr %a0, align 8
  %x1 = load double, ptr %a1, align 8
  %x3 = load double, ptr %a3, align 8
  %s = fdiv double %x0, %x1
  %t = fdiv double %s, %x3
  store double %t, ptr %i
  ret void
}
define void @no_row(ptr noalias %a, ptr %i, i64 %row) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,8,varying" {
  %a0 = getelementptr double, ptr %a, i64 %row
  %a2 = getelementptr i8, ptr %a0, i64 16
  %x0 = load double, ptr %a0, align 8
  %x2 = load double, ptr %a2, align 8
  %s = fdiv double %x0, %x2
  store double %s, ptr %i
  ret void
}

; Inactive lanes read an active lane's run.
; CHECK-LABEL: define void @masked.simd(
; CHECK: call i32 @llvm.cttz
; CHECK: select <4 x i1> %m, <4 x i64>
; CHECK-COUNT-4: load <4 x float>, ptr {{.*}}, align 4
define void @masked(ptr noalias %a, ptr %i, i64 %row, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,4,varying,varying" {
  call void @kiln.mask(i1 %m)
  %a0 = getelementptr float, ptr %a, i64 %row
  %a2 = getelementptr i8, ptr %a0, i64 8
  %a1 = getelementptr i8, ptr %a0, i64 4
  %a3 = getelementptr i8, ptr %a0, i64 12
  %x0 = load float, ptr %a0, align 4
  %x1 = load float, ptr %a1, align 4
  %x2 = load float, ptr %a2, align 4
  %x3 = load float, ptr %a3, align 4
  %s = fdiv float %x0, %x1
  %t = fdiv float %s, %x2
  %u = fdiv float %t, %x3
  store float %u, ptr %i
  ret void
}
