; A sum of bytes that is compared with a small constant stays a sum of bytes.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=saturate-sums %s | FileCheck %s --check-prefix=OFF
; CHECK: @llvm.uadd.sat.v8i8(
; OFF-NOT: uadd.sat
; OFF: ret
define i1 @f(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %n = add i32 %x, %y
  %c = icmp eq i32 %n, 3
  ret i1 %c
}
