; Gathers by all lanes become a load per lane; indices leave their vector several at a time.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=split-gathers --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; Two indices of 32 bits are one element.
; CHECK-LABEL: define <4 x float> @pairs(
; CHECK: %[[WORDS:.*]] = bitcast <4 x i32> %i to <2 x i64>
; CHECK: %[[W:.*]] = extractelement <2 x i64> %[[WORDS]], i64 0
; CHECK: %[[LOW:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[X:.*]] = sext i32 %[[LOW]] to i64
; CHECK: %[[P:.*]] = getelementptr inbounds float, ptr %table, i64 %[[X]]
; CHECK: load float, ptr %[[P]], align 4, !tbaa
; CHECK: lshr i64 %[[W]], 32
; CHECK: extractelement <2 x i64> %[[WORDS]], i64 1
; CHECK-COUNT-2: load float
; CHECK-NOT: masked.gather
define <4 x float> @pairs(ptr %table, <4 x i32> %i) {
  %x = sext <4 x i32> %i to <4 x i64>
  %p = getelementptr inbounds float, ptr %table, <4 x i64> %x
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x float> poison), !tbaa !0
  ret <4 x float> %v
}

; Eight bytes are one element, through two extensions.
; CHECK-LABEL: define <8 x i32> @bytes(
; CHECK: extractelement <1 x i64> %{{.*}}, i64 0
; CHECK-NOT: extractelement
; CHECK: lshr i64 %{{.*}}, 56
; CHECK: load i32
; CHECK-NOT: masked.gather
define <8 x i32> @bytes(ptr %table, <8 x i8> %i) {
  %w = zext <8 x i8> %i to <8 x i32>
  %x = zext <8 x i32> %w to <8 x i64>
  %p = getelementptr i32, ptr %table, <8 x i64> %x
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %p, <8 x i1> splat (i1 true), <8 x i32> poison)
  ret <8 x i32> %v
}

; Addresses without a common base are taken as they are. So are bases that are the same in all lanes.
; CHECK-LABEL: define <2 x double> @addresses(
; CHECK: extractelement <2 x ptr> %p, i64 0
; CHECK: extractelement <2 x ptr> %p, i64 1
define <2 x double> @addresses(<2 x ptr> %p) {
  %v = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> align 8 %p, <2 x i1> splat (i1 true), <2 x double> poison)
  ret <2 x double> %v
}

; CHECK-LABEL: define <2 x i64> @splat(
; CHECK: getelementptr i64, ptr %table, i64
; CHECK-NOT: masked.gather
define <2 x i64> @splat(ptr %table, <2 x i64> %i) {
  %a = insertelement <2 x ptr> poison, ptr %table, i64 0
  %b = shufflevector <2 x ptr> %a, <2 x ptr> poison, <2 x i32> zeroinitializer
  %p = getelementptr i64, <2 x ptr> %b, <2 x i64> %i
  %v = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> align 8 %p, <2 x i1> splat (i1 true), <2 x i64> poison)
  ret <2 x i64> %v
}

; Lanes without a mask bit may have no address. Unlikely code stays short.
; CHECK-LABEL: define <4 x float> @masked(
; CHECK: masked.gather
; CHECK-LABEL: define <4 x float> @unlikely(
; CHECK: masked.gather
define <4 x float> @masked(<4 x ptr> %p, <4 x i1> %m) {
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> %m, <4 x float> poison)
  ret <4 x float> %v
}

define <4 x float> @unlikely(<4 x ptr> %p, i1 %often) {
  br i1 %often, label %near, label %far, !kiln.unlikely !3
near:
  ret <4 x float> zeroinitializer
far:
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %p, <4 x i1> splat (i1 true), <4 x float> poison)
  ret <4 x float> %v
}

!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2, i64 0}
!2 = !{!"root"}
!3 = !{}

; Indices without an extension are signed.
; CHECK-LABEL: define <2 x i32> @signed(
; CHECK: sext i32 %{{.*}} to i64
; CHECK-NOT: zext
; CHECK: ret
define <2 x i32> @signed(ptr %table, <2 x i32> %i) {
  %p = getelementptr i32, ptr %table, <2 x i32> %i
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p, <2 x i1> splat (i1 true), <2 x i32> poison)
  ret <2 x i32> %v
}
