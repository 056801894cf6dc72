; A mask from memory gets no version for SIMD groups with all lanes active, except where masked stores are
; slow. Nor does a piece at a boundary, since it never has all lanes.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4" --passes='function(all-active-versioning)' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=x86-64-v3" --passes='function(all-active-versioning)' --verify-each %s | FileCheck %s --check-prefix=SLOW
target triple = "x86_64-unknown-linux-gnu"
; CHECK-LABEL: define void @data(
; CHECK-NOT: reduce.and
; CHECK: ret void
; SLOW-LABEL: define void @data(
; SLOW: reduce.and
define void @data(ptr %p, ptr %q, i1 %c) {
  br label %loop
loop:
  %a = load <16 x float>, ptr %p
  %m = fcmp ogt <16 x float> %a, zeroinitializer
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 64 %q, <16 x i1> %m)
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
; CHECK-LABEL: define void @piece(
; CHECK-NOT: reduce.and
; CHECK: ret void
define void @piece(ptr %q, <16 x float> %a, <16 x i1> %m, i1 %c) {
  br label %loop
loop:
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 64 %q, <16 x i1> %m)
  br i1 %c, label %loop, label %done, !llvm.loop !0, !kiln.pieces !2
done:
  ret void
}
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
!0 = distinct !{!0, !1}
!1 = !{!"kiln.item_loop"}
!2 = !{}
