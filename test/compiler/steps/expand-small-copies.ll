; A small copy becomes loads and stores of vectors.
; RUN: muxc --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=expand-small-copies %s | FileCheck %s --check-prefix=OFF
; CHECK-NOT: call void @llvm.memcpy
; CHECK: store <4 x i64>
; OFF-COUNT-4: call void @llvm.memcpy
target datalayout = "e-p:64:64"
define void @f(ptr %p, ptr %q) "kiln-work-item-function" "kiln-simd-group"="4,0,0,8,8" {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i1 false)
  ret void
}
