; Late in the pipeline, a permutation becomes a chain of single elements in its place.
; REQUIRES: x86_64
; RUN: muxc --target=host --passes=lower-permutations %s | FileCheck %s
declare <2 x i32> @kiln.permute.v2i32(<2 x i32>, <2 x i32>)

; CHECK-LABEL: @chain
; CHECK: %[[N0:.*]] = extractelement <2 x i32> %numbers, i64 0
; CHECK: %[[E0:.*]] = extractelement <2 x i32> %vector, i32 %[[N0]]
; CHECK: %[[ONE:.*]] = insertelement <2 x i32> poison, i32 %[[E0]], i64 0
; CHECK: %[[N1:.*]] = extractelement <2 x i32> %numbers, i64 1
; CHECK: %[[E1:.*]] = extractelement <2 x i32> %vector, i32 %[[N1]]
; CHECK: %[[BOTH:.*]] = insertelement <2 x i32> %[[ONE]], i32 %[[E1]], i64 1
; CHECK: ret <2 x i32> %[[BOTH]]
define <2 x i32> @chain(<2 x i32> %vector, <2 x i32> %numbers) {
  %result = call <2 x i32> @kiln.permute.v2i32(<2 x i32> %vector, <2 x i32> %numbers)
  ret <2 x i32> %result
}
