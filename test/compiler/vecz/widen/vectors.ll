; Vectors are split. Vectors as operands of a call become arrays of lanes' vectors.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define { <2 x float>, <2 x i32> } @f.simd([2 x <2 x float>] %v, float %u)
; CHECK: [[A:%.*]] = fmul <2 x float>
; CHECK: [[B:%.*]] = fmul <2 x float>
; CHECK: fadd <2 x float> {{%.*}}, {{%.*}}
; CHECK: call <2 x float> @g(<2 x float>
; CHECK: insertvalue { <2 x float>, <2 x i32> }
define {float, i32} @f(<2 x float> %v, float %u) "kiln-work-item-function" "kiln-simd-group"="2,0,0,varying" {
  %first = insertelement <2 x float> poison, float %u, i32 0
  %splat = shufflevector <2 x float> %first, <2 x float> poison, <2 x i32> zeroinitializer
  %product = fmul <2 x float> %v, %splat
  %x = extractelement <2 x float> %product, i32 0
  %y = extractelement <2 x float> %product, i32 1
  %sum = fadd float %x, %y
  %called = call <2 x float> @g(<2 x float> %product)
  %z = extractelement <2 x float> %called, i32 1
  %all = fadd float %sum, %z
  %pair = insertvalue {float, i32} {float poison, i32 7}, float %all, 0
  ret {float, i32} %pair
}
declare <2 x float> @g(<2 x float>)
