; Small copies become loads and stores; large ones run lane by lane.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @f.simd(
; CHECK-NOT: call void @llvm.mem
; CHECK: load {{.*}}i64
; CHECK: store {{.*}}72340172838076673
; CHECK: small.done:
define void @f(ptr %p, ptr %q, ptr %r) "kiln-work-item-function" "kiln-simd-group"="2,0,0,16,16" {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 16 %q, i64 12, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 1, i64 8, i1 false)
  br label %small.done
small.done:
; CHECK: call void @llvm.memmove.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 4096, i1 false)
; CHECK: [[P1:%.*]] = getelementptr i8, ptr %p, i64 16
; CHECK: call void @llvm.memmove.p0.p0.i64(ptr align 4 [[P1]]
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %r, ptr %r, i64 4096, i1 false)
; CHECK-NOT: call void @llvm.mem
; CHECK: ret void
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 4096, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %r, ptr %r, i64 4096, i1 false)
  ret void
}
