; Accesses under a constant mask become plain ones if a power of two of neighbouring lanes is active. Other masks stay, and
; so do elements that are packed in memory. A part of a vector by way of an integer becomes a shuffle.
; RUN: muxc --target=host --passes=shorten-masked-accesses --verify-each %s | FileCheck %s
; RUN: muxc --target=host --passes=shorten-masked-accesses -cl-kiln-disable-steps=shorten-masked-accesses %s | FileCheck %s --check-prefix=OFF
; OFF: call void @llvm.masked.store
; OFF: call <8 x float> @llvm.masked.load

; CHECK-LABEL: define void @stores(
; CHECK-NEXT: %[[LOW:.*]] = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: store <4 x float> %[[LOW]], ptr %p, align 32, !alias.scope
; CHECK-NEXT: %[[AT:.*]] = getelementptr float, ptr %p, i64 4
; CHECK-NEXT: %[[TWO:.*]] = shufflevector <8 x float> %v, <8 x float> poison, <2 x i32> <i32 4, i32 5>
; CHECK-NEXT: store <2 x float> %[[TWO]], ptr %[[AT]], align 16
; CHECK-NEXT: %[[THERE:.*]] = getelementptr float, ptr %p, i64 3
; CHECK-NEXT: %[[ONE:.*]] = extractelement <8 x float> %v, i64 3
; CHECK-NEXT: store float %[[ONE]], ptr %[[THERE]], align 4
; CHECK-COUNT-5: call void @llvm.masked.store
; CHECK: ret void
define void @stores(<8 x float> %v, <8 x i1> %bits, <8 x i24> %packed, <8 x i1> %m, ptr %p) {
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 32 %p, <8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>), !alias.scope !0
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 32 %p, <8 x i1> <i1 0, i1 0, i1 0, i1 0, i1 1, i1 1, i1 0, i1 0>)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> <i1 0, i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> %m)
  call void @llvm.masked.store.v8i24.p0(<8 x i24> %packed, ptr align 1 %p, <8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8i1.p0(<8 x i1> %bits, ptr align 1 %p, <8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>)
  ret void
}

; CHECK-LABEL: define void @loads(
; CHECK-NEXT: %[[HALF:.*]] = load <4 x float>, ptr %p, align 4
; CHECK-NEXT: %[[WIDE:.*]] = shufflevector <4 x float> %[[HALF]], <4 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
; CHECK-NEXT: %a = shufflevector <8 x float> %[[WIDE]], <8 x float> %others, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 12, i32 13, i32 14, i32 15>
; CHECK-NEXT: %[[AT:.*]] = getelementptr float, ptr %p, i64 2
; CHECK-NEXT: %[[ONE:.*]] = load float, ptr %[[AT]], align 8
; CHECK-NEXT: %b = insertelement <8 x float> %others, float %[[ONE]], i64 2
; CHECK-NEXT: %c = call <8 x float> @llvm.masked.load
define void @loads(<8 x float> %others, ptr %p, ptr %q) {
  %a = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>, <8 x float> %others)
  %b = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 32 %p, <8 x i1> <i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> %others)
  %c = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 32 %p, <8 x i1> zeroinitializer, <8 x float> %others)
  store <8 x float> %a, ptr %q
  store <8 x float> %b, ptr %q
  store <8 x float> %c, ptr %q
  ret void
}

; CHECK-LABEL: define <4 x float> @part(
; CHECK: %[[PART:.*]] = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: ret <4 x float> %[[PART]]
; CHECK-LABEL: define <2 x double> @other(
; CHECK: %part = bitcast i128
define <4 x float> @part(<8 x float> %v) {
  %halves = bitcast <8 x float> %v to <2 x i128>
  %half = extractelement <2 x i128> %halves, i64 1
  %part = bitcast i128 %half to <4 x float>
  ret <4 x float> %part
}
define <2 x double> @other(<8 x float> %v) {
  %halves = bitcast <8 x float> %v to <2 x i128>
  %half = extractelement <2 x i128> %halves, i64 1
  %part = bitcast i128 %half to <2 x double>
  ret <2 x double> %part
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
