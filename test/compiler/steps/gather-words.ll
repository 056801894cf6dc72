; Bytes at arbitrary addresses are gathered as words.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=gather-words %s | FileCheck %s --check-prefix=OFF
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK-NOT: load i8
; OFF-COUNT-8: load i8
define i8 @f(ptr %a) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying" {
  %v = load i8, ptr %a
  ret i8 %v
}
