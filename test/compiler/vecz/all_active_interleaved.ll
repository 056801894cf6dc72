; Accesses under a mask for interleaved lanes have an unmasked version as well (all_active_versioning.ll).
; REQUIRES: x86_64
; RUN: muxc --passes='function(all-active-versioning)' --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; An interleaved access repeats the lanes of the mask: one branch on the lanes serves both accesses.
; The shuffles that part its value move into the range.
; CHECK-LABEL: define void @interleaved(
; CHECK: reduce.and.v8i1(<8 x i1> %m)
; CHECK-NOT: reduce.and
; CHECK: phi <8 x float>
; CHECK-NEXT: phi <8 x float>
; CHECK-NOT: phi
; CHECK: load <16 x float>, ptr %p, align 4
; CHECK: store <8 x float>
; CHECK: shufflevector <16 x float>
; CHECK: shufflevector <16 x float>
define void @interleaved(ptr %p, ptr %q, ptr %r, <8 x i1> %m, i1 %c) {
  br label %loop
loop:
  %twice = shufflevector <8 x i1> %m, <8 x i1> poison, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %a = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %twice, <16 x float> zeroinitializer)
  call void @llvm.masked.store.v8f32.p0(<8 x float> zeroinitializer, ptr align 4 %q, <8 x i1> %m)
  %even = shufflevector <16 x float> %a, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %odd = shufflevector <16 x float> %a, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %sum = fadd <8 x float> %even, %odd
  store <8 x float> %sum, ptr %r
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

; Gaps between a lane's elements are zeros of the mask. It counts as the mask of the lanes, too, and the
; other version keeps the zeros: memory at the gaps is not accessed.
; CHECK-LABEL: define void @gaps(
; CHECK: reduce.and.v8i1(<8 x i1> %m)
; CHECK-NOT: reduce.and
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %spaced,
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> <i1 true, i1 false, i1 true, i1 false,
define void @gaps(ptr %p, ptr %q, <8 x i1> %m, i1 %c) {
  br label %loop
loop:
  %spaced = shufflevector <8 x i1> %m, <8 x i1> <i1 false, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison, i1 poison>, <16 x i32> <i32 0, i32 8, i32 1, i32 8, i32 2, i32 8, i32 3, i32 8, i32 4, i32 8, i32 5, i32 8, i32 6, i32 8, i32 7, i32 8>
  %a = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %spaced, <16 x float> zeroinitializer)
  %even = shufflevector <16 x float> %a, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  store <8 x float> %even, ptr %q
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

; Bits of another mask are no zeros.
; CHECK-LABEL: define void @two_masks(
; CHECK: reduce.and.v16i1(<16 x i1> %both)
define void @two_masks(ptr %p, <8 x i1> %m, <8 x i1> %n, i1 %c) {
  br label %loop
loop:
  %both = shufflevector <8 x i1> %m, <8 x i1> %n, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  call void @llvm.masked.store.v16f32.p0(<16 x float> zeroinitializer, ptr align 4 %p, <16 x i1> %both)
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"kiln.item_loop"}
