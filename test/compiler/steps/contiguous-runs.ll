; Neighbouring elements of a lane are a short vector, which is transposed.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=contiguous-runs %s | FileCheck %s --check-prefix=OFF
; CHECK-COUNT-4: load <4 x float>, ptr {{.*}}, align 4
; CHECK-NOT: masked.gather
; CHECK: ret
; OFF-COUNT-4: masked.gather
define float @f(ptr noalias %a, i64 %row) "kiln-work-item-function" "kiln-simd-group"="4,0,0,uniform,varying" {
  %a0 = getelementptr float, ptr %a, i64 %row
  %a1 = getelementptr i8, ptr %a0, i64 4
  %a2 = getelementptr i8, ptr %a0, i64 8
  %a3 = getelementptr i8, ptr %a0, i64 12
  %x0 = load float, ptr %a0, align 4
  %x1 = load float, ptr %a1, align 4
  %x2 = load float, ptr %a2, align 4
  %x3 = load float, ptr %a3, align 4
  %s = fdiv float %x0, %x1
  %t = fdiv float %s, %x2
  %u = fdiv float %t, %x3
  ret float %u
}
