; Code under a mask has a second version, without the mask, for SIMD groups with all lanes active.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties=cpu=x86-64-v3 --passes='function(all-active-versioning)' --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
declare void @once() noduplicate

; CHECK-LABEL: define <16 x float> @two(
; CHECK: [[ALL:%.*]] = call i1 @llvm.vector.reduce.and.v16i1(<16 x i1> %m)
; CHECK-NEXT: br i1 [[ALL]], label %[[WHOLE:.*]], label %[[PART:.*]]
; CHECK: [[PART]]:
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p0(
; CHECK: call void @llvm.masked.store.v16f32.p0(
; CHECK-NEXT: br label %[[JOIN:.*]]
; CHECK: [[JOIN]]:
; CHECK: phi <16 x float>
; CHECK: [[WHOLE]]:
; CHECK-NEXT: load <16 x float>, ptr %p, align 4
; CHECK-NEXT: fadd
; CHECK-NEXT: store <16 x float> {{.*}}, ptr %q, align 64
; CHECK-NEXT: br label %[[JOIN]]
define <16 x float> @two(ptr %p, ptr %q, <16 x i1> %m, i1 %c) {
  br label %loop
loop:
  %a = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %m, <16 x float> zeroinitializer)
  %double = fadd <16 x float> %a, %a
  call void @llvm.masked.store.v16f32.p0(<16 x float> %double, ptr align 64 %q, <16 x i1> %m)
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret <16 x float> %a
}

; Each mask has a branch of its own, and no call is copied that must not be.
; CHECK-LABEL: define void @apart(
; CHECK: reduce.and.v16i1(<16 x i1> %m)
; CHECK: reduce.and.v16i1(<16 x i1> %n)
; CHECK: call void @once()
; CHECK: reduce.and.v16i1(<16 x i1> %n)
; CHECK-NOT: call void @once()
; CHECK: ret void
define void @apart(ptr %p, <16 x float> %a, <16 x i1> %m, <16 x i1> %n, i1 %c) {
  br label %loop
loop:
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 4 %p, <16 x i1> %m)
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 4 %p, <16 x i1> %n)
  call void @once()
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 4 %p, <16 x i1> %n)
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

; Accesses of less than 32 bytes, constant masks, and code in a mere loop over rows stay as they are.
; CHECK-LABEL: define void @others(
; CHECK-NOT: vector.reduce.and
; CHECK: ret void
define void @others(ptr %p, <4 x float> %a, <4 x i1> %m, <8 x float> %b, <8 x i1> %n, i1 %c) {
  br label %rows
rows:
  call void @llvm.masked.store.v8f32.p0(<8 x float> %b, ptr align 4 %p, <8 x i1> %n)
  br label %loop
loop:
  call void @llvm.masked.store.v4f32.p0(<4 x float> %a, ptr align 4 %p, <4 x i1> %m)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %b, ptr align 4 %p, <8 x i1> <i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>)
  br i1 %c, label %loop, label %next, !llvm.loop !0
next:
  br i1 %c, label %rows, label %done, !llvm.loop !2
done:
  ret void
}

; A mask computed between two accesses is the one of the version that ran.
; CHECK-LABEL: define void @inner(
; CHECK: reduce.and.v16i1(<16 x i1> %m)
; CHECK: [[INNER:%.*]] = phi <16 x i1> [ %positive, {{.*}} ], [ %positive.whole,
; CHECK: reduce.and.v16i1(<16 x i1> [[INNER]])
; CHECK: masked.store.v16f32.p0({{.*}}, ptr align 4 %r, <16 x i1> [[INNER]])
; CHECK: store <16 x float> {{.*}}, ptr %r, align 4
define void @inner(ptr %p, ptr %q, ptr %r, <16 x i1> %m, i1 %c) {
  br label %loop
loop:
  %a = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %m, <16 x float> zeroinitializer)
  %positive = fcmp ogt <16 x float> %a, zeroinitializer
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 4 %q, <16 x i1> %m)
  call void @llvm.masked.store.v16f32.p0(<16 x float> %a, ptr align 4 %r, <16 x i1> %positive)
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"kiln.item_loop"}
!2 = distinct !{!2, !3}
!3 = !{!"kiln.outer_loop"}
