; Which operations keep a stride, and what it is then: seen in the vector that is made of it.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define <2 x i64> @linear.simd(i64 %x, i64 %u)
; CHECK-NEXT: %four = mul i64 %x, 4
; CHECK-NEXT: %eight = shl i64 %four, 1
; CHECK-NEXT: %less = sub i64 %u, %eight
; CHECK-NEXT: %more = add i64 %less, %x
; CHECK-NEXT: [[SPLAT:%.*]] = insertelement <2 x i64> poison, i64 %more, i64 0
; CHECK-NEXT: [[SPLAT2:%.*]] = shufflevector <2 x i64> [[SPLAT]],
; CHECK-NEXT: [[V:%.*]] = add <2 x i64> [[SPLAT2]], <i64 0, i64 -21>
; CHECK-NEXT: ret <2 x i64> [[V]]
define i64 @linear(i64 %x, i64 %u) "kiln-work-item-function" "kiln-simd-group"="2,0,0,3" {
  %four = mul nsw i64 %x, 4
  %eight = shl nuw i64 %four, 1
  %less = sub nsw i64 %u, %eight
  %more = add nsw i64 %less, %x
  ret i64 %more
}
; Strides count modulo 2^bits: a multiple of 256 is none for a byte.
; CHECK-LABEL: define i8 @narrow.simd(i64 %x)
; CHECK-NEXT: %byte = trunc i64 %x to i8
; CHECK-NEXT: ret i8 %byte
define i8 @narrow(i64 %x) "kiln-work-item-function" "kiln-simd-group"="2,0,0,512" {
  %byte = trunc nuw i64 %x to i8
  ret i8 %byte
}
; Equal strides cancel; lane 0 of what is disjoint is added.
; CHECK-LABEL: define i64 @same.simd(i64 %x, i64 %y)
; CHECK-NEXT: %or = add i64 %x, 1
; CHECK-NEXT: %distance = sub i64 %or, %y
; CHECK-NEXT: ret i64 %distance
define i64 @same(i64 %x, i64 %y) "kiln-work-item-function" "kiln-simd-group"="2,0,0,2,2" {
  %or = or disjoint i64 %x, 1
  %distance = sub i64 %or, %y
  ret i64 %distance
}
; CHECK-LABEL: define <2 x ptr> @address.simd(ptr %p, i64 %x)
; CHECK-NEXT: %at = getelementptr { i32, [4 x i16] }, ptr %p, i64 %x, i32 1, i64 %x
; CHECK-NEXT: [[V:%.*]] = getelementptr i8, ptr %at, <2 x i64> <i64 0, i64 14>
define ptr @address(ptr %p, i64 %x) "kiln-work-item-function" "kiln-simd-group"="2,0,0,uniform,1" {
  %at = getelementptr inbounds {i32, [4 x i16]}, ptr %p, i64 %x, i32 1, i64 %x
  ret ptr %at
}
; Phis of different strides, selections by lane and the rest vary.
; CHECK-LABEL: define <2 x i64> @joined.simd(i64 %x, i1 %c)
; CHECK: %either = phi <2 x i64>
; CHECK: %chosen = select i1 %c, i64 %x, i64 %next
; CHECK: %lanes = select <2 x i1>
define i64 @joined(i64 %x, i1 %c) "kiln-work-item-function" "kiln-simd-group"="2,0,0,1" {
entry:
  br i1 %c, label %a, label %b
a:
  %twice = mul i64 %x, 2
  br label %b
b:
  %either = phi i64 [%x, %entry], [%twice, %a]
  %next = add i64 %x, 8
  %chosen = select i1 %c, i64 %x, i64 %next
  %odd = icmp sgt i64 %x, 4
  %lanes = select i1 %odd, i64 %chosen, i64 %either
  ret i64 %lanes
}
