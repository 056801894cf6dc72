; Two members of a structure are one wide load and two shuffles.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=interleave-accesses %s | FileCheck %s --check-prefix=OFF
; CHECK: load <8 x float>
; CHECK-COUNT-2: shufflevector <8 x float>
; OFF-NOT: load <8 x float>
; OFF: ret
define float @f(ptr %a) "kiln-work-item-function" "kiln-simd-group"="4,0,0,8" {
  %second = getelementptr i8, ptr %a, i64 4
  %x = load float, ptr %a
  %y = load float, ptr %second
  %s = fadd float %x, %y
  ret float %s
}
