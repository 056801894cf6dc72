; Lanes at a boundary access memory in pieces of neighbours; without the step they are gathered.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=piecewise-boundaries %s | FileCheck %s --check-prefix=OFF
; CHECK: boundary:
; CHECK-NOT: gather
; CHECK: piece:
; CHECK: masked.load.v8f32
; OFF: boundary:
; OFF-NOT: piece:
; OFF: masked.gather
define float @f(ptr %a, i32 %i, i32 %last) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1,uniform" {
  %right = add nsw i32 %i, 1
  %m = call i32 @llvm.smin.i32(i32 %right, i32 %last)
  %e = sext i32 %m to i64
  %p = getelementptr float, ptr %a, i64 %e
  %v = load float, ptr %p
  ret float %v
}
declare i32 @llvm.smin.i32(i32, i32)
