; With too many ranges of accesses, only ranges with a store have a version without masks.
; REQUIRES: x86_64
; RUN: muxc --passes='function(all-active-versioning)' --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @many(
; CHECK: call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %m)
; CHECK-NOT: vector.reduce.and.v8i1(<8 x i1>
; CHECK: ret void
; CHECK: store <8 x float> %x, ptr %p, align 4
define void @many(ptr %p, <8 x i32> %v, <8 x float> %x, <8 x i1> %m, i1 %c) {
  br label %loop
loop:
  %m0 = icmp ult <8 x i32> %v, splat (i32 1)
  %m1 = icmp ult <8 x i32> %v, splat (i32 2)
  %m2 = icmp ult <8 x i32> %v, splat (i32 3)
  %m3 = icmp ult <8 x i32> %v, splat (i32 4)
  %m4 = icmp ult <8 x i32> %v, splat (i32 5)
  %m5 = icmp ult <8 x i32> %v, splat (i32 6)
  %m6 = icmp ult <8 x i32> %v, splat (i32 7)
  %m7 = icmp ult <8 x i32> %v, splat (i32 8)
  %m8 = icmp ult <8 x i32> %v, splat (i32 9)
  %a0 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m0, <8 x float> zeroinitializer)
  %a1 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m1, <8 x float> zeroinitializer)
  %a2 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m2, <8 x float> zeroinitializer)
  %a3 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m3, <8 x float> zeroinitializer)
  %a4 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m4, <8 x float> zeroinitializer)
  %a5 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m5, <8 x float> zeroinitializer)
  %a6 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m6, <8 x float> zeroinitializer)
  %a7 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m7, <8 x float> zeroinitializer)
  %a8 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %m8, <8 x float> zeroinitializer)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %x, ptr align 4 %p, <8 x i1> %m)
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"kiln.item_loop"}
