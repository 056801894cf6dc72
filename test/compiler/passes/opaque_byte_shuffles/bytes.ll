; Computed vectors of 64 bytes and more are hidden from shuffles and extractions; loads and shorter vectors are not.
; RUN: muxc --target=host --passes=opaque-byte-shuffles --verify-each %s | FileCheck %s
; CHECK-LABEL: define <64 x i8> @sum(
; CHECK: %[[SUM:.*]] = add <64 x i8> %a, %b
; CHECK-NEXT: %[[HIDDEN:.*]] = call <64 x i8> asm "", "=v,0"(<64 x i8> %[[SUM]])
; CHECK: shufflevector <64 x i8> %[[HIDDEN]]
; CHECK: mul <64 x i8> %[[SUM]], %b
define <64 x i8> @sum(<64 x i8> %a, <64 x i8> %b) {
  %s = add <64 x i8> %a, %b
  %x = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> splat (i32 27)
  %m = mul <64 x i8> %s, %b
  %r = sub <64 x i8> %x, %m
  ret <64 x i8> %r
}

; CHECK-LABEL: define i8 @element(
; CHECK: %[[HIDDEN:.*]] = call <64 x i8> asm
; CHECK: extractelement <64 x i8> %[[HIDDEN]], i64 45
define i8 @element(<64 x i8> %a) {
  %s = call <64 x i8> @llvm.abs.v64i8(<64 x i8> %a, i1 false)
  %x = extractelement <64 x i8> %s, i64 45
  ret i8 %x
}

; A register at a time.
; CHECK-LABEL: define <64 x i8> @two_registers(
; CHECK: %[[SUM:.*]] = xor <128 x i8> %a, %b
; CHECK: %[[LOW:.*]] = shufflevector <128 x i8> %[[SUM]], <128 x i8> poison, <64 x i32> <i32 0,
; CHECK: call <64 x i8> asm "", "=v,0"(<64 x i8> %[[LOW]])
; CHECK: %[[HIGH:.*]] = shufflevector <128 x i8> %[[SUM]], <128 x i8> poison, <64 x i32> <i32 64,
; CHECK: call <64 x i8> asm "", "=v,0"(<64 x i8> %[[HIGH]])
define <64 x i8> @two_registers(<128 x i8> %a, <128 x i8> %b) {
  %s = xor <128 x i8> %a, %b
  %x = shufflevector <128 x i8> %s, <128 x i8> poison, <64 x i32> splat (i32 90)
  ret <64 x i8> %x
}

; CHECK-LABEL: define <64 x i8> @others(
; CHECK-NOT: asm
; CHECK: ret
define <64 x i8> @others(ptr %p, <32 x i8> %c) {
  %a = load <64 x i8>, ptr %p
  %x = shufflevector <64 x i8> %a, <64 x i8> poison, <64 x i32> splat (i32 27)
  %s = add <32 x i8> %c, %c
  %y = shufflevector <32 x i8> %s, <32 x i8> poison, <64 x i32> splat (i32 17)
  %r = add <64 x i8> %x, %y
  ret <64 x i8> %r
}
declare <64 x i8> @llvm.abs.v64i8(<64 x i8>, i1)
