; A masked store has a second version for SIMD groups with all lanes active.
; RUN: muxc --passes='function(all-active-versioning)' --verify-each %s | FileCheck %s
; RUN: muxc --passes='function(all-active-versioning)' --verify-each -cl-kiln-disable-steps=all-active-versioning %s | FileCheck %s --check-prefix=OFF
; CHECK: vector.reduce.and.v16i1
; CHECK: store <16 x float>
; OFF-NOT: vector.reduce.and
; OFF: ret void
define void @f(ptr %p, <16 x float> %a, <16 x i1> %m, i1 %c) {
  br label %loop
loop:
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 4 %p, <16 x i1> %m)
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"kiln.item_loop"}
