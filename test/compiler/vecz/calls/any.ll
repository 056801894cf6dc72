; kiln.any asks all lanes; a uniform value is its own answer. A masked SIMD group has a mask parameter.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
define i1 @f(i1 %value, i1 %same) "kiln-work-item-function" "kiln-simd-group"="16,0,1,varying" {
; CHECK-LABEL: define i1 @f.simd(<16 x i1> %value, i1 %same, <16 x i1> %active)
; CHECK: %both = and <16 x i1> %active, %value
; CHECK: %any = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %both)
; CHECK: %or = or i1 %any, %same
; CHECK: ret i1 %or
  %entry = call i1 @kiln.entry_mask()
  %both = and i1 %entry, %value
  %any = call i1 @kiln.any(i1 %both)
  %also = call i1 @kiln.any(i1 %same)
  %or = or i1 %any, %also
  ret i1 %or
}
declare i1 @kiln.any(i1) memory(none)
declare i1 @kiln.entry_mask() memory(none)
