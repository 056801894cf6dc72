; A permutation whose numbers have become constants by now is a shuffle, of any length.
; RUN: muxc --target=host --passes=lower-permutations --verify-each %s | FileCheck %s
declare <4 x i32> @kiln.permute.v4i32(<4 x i32>, <4 x i32>)
declare <64 x i32> @kiln.permute.v64i32(<64 x i32>, <64 x i32>)

; CHECK-LABEL: define <4 x i32> @short(
; CHECK-NEXT: shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 2, i32 poison, i32 0, i32 1>
; CHECK-NEXT: ret
define <4 x i32> @short(<4 x i32> %v) {
  %r = call <4 x i32> @kiln.permute.v4i32(<4 x i32> %v, <4 x i32> <i32 2, i32 poison, i32 0, i32 1>)
  ret <4 x i32> %r
}

; CHECK-LABEL: define <64 x i32> @long(
; CHECK-NEXT: shufflevector <64 x i32> %v, <64 x i32> poison, <64 x i32> zeroinitializer
; CHECK-NEXT: ret
define <64 x i32> @long(<64 x i32> %v) {
  %r = call <64 x i32> @kiln.permute.v64i32(<64 x i32> %v, <64 x i32> zeroinitializer)
  ret <64 x i32> %r
}
