; Masked stores become blends in local memory and in variables that have all elements; others stay.
; RUN: muxc --passes=blend-stores --verify-each %s | FileCheck %s

; Without an active lane the address may be any: the blend goes to a variable then.
; CHECK-LABEL: @local(
; CHECK: %[[SCRATCH:.*]] = alloca [128 x i8], align 128
; CHECK: %[[SOME:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %m)
; CHECK: %[[NONE:.*]] = addrspacecast ptr %[[SCRATCH]] to ptr addrspace(3)
; CHECK: %[[AT:.*]] = select i1 %[[SOME]], ptr addrspace(3) %p, ptr addrspace(3) %[[NONE]]
; CHECK: %[[OLD:.*]] = load volatile <8 x i32>, ptr addrspace(3) %[[AT]], align 4
; CHECK-NEXT: %[[NEW:.*]] = select <8 x i1> %m, <8 x i32> %v, <8 x i32> %[[OLD]]
; CHECK-NEXT: store <8 x i32> %[[NEW]], ptr addrspace(3) %[[AT]], align 4
; CHECK-NOT: call void @llvm.masked.store
define void @local(ptr addrspace(3) %p, <8 x i32> %v, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p3(<8 x i32> %v, ptr addrspace(3) align 4 %p, <8 x i1> %m), !alias.scope !0
  ret void
}

; Other threads may write inactive elements of global memory.
; CHECK-LABEL: @global(
; CHECK-NEXT: call void @llvm.masked.store
define void @global(ptr addrspace(1) %p, <8 x i32> %v, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p1(<8 x i32> %v, ptr addrspace(1) align 4 %p, <8 x i1> %m)
  ret void
}

; Longer than the bytes around local memory.
; CHECK-LABEL: @long(
; CHECK-NEXT: call void @llvm.masked.store
define void @long(ptr addrspace(3) %p, <32 x i64> %v, <32 x i1> %m) {
  call void @llvm.masked.store.v32i64.p3(<32 x i64> %v, ptr addrspace(3) align 8 %p, <32 x i1> %m)
  ret void
}

; CHECK-LABEL: @variable(
; CHECK: %[[FIRST:.*]] = getelementptr i8, ptr %a, i64 8
; CHECK: %[[OLD:.*]] = load volatile <4 x i32>, ptr %[[FIRST]]
; CHECK: store <4 x i32> %{{.*}}, ptr %[[FIRST]]
; CHECK: call void @llvm.masked.store
define void @variable(<4 x i32> %v, <4 x i1> %m) {
  %a = alloca [6 x i32]
  %first = getelementptr i8, ptr %a, i64 8
  %end = getelementptr i8, ptr %a, i64 12
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %first, <4 x i1> %m)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %end, <4 x i1> %m)
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
