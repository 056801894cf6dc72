; Code that the source calls unlikely (__builtin_expect) keeps its branch.
; RUN: muxc --target=host --passes="fold-any-active-branches" --verify-each %s | FileCheck %s
; REQUIRES: x86_64
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)

; CHECK-LABEL: define <4 x float> @unlikely(
; CHECK: br i1 %any, label %body, label %join
define <4 x float> @unlikely(<4 x i1> %m, <4 x float> %x, <4 x float> %y) {
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %m)
  br i1 %any, label %body, label %join, !prof !0
body:
  %new = fadd <4 x float> %x, %y
  %blend = select <4 x i1> %m, <4 x float> %new, <4 x float> %x
  br label %join
join:
  %r = phi <4 x float> [ %blend, %body ], [ %x, %0 ]
  ret <4 x float> %r
}

!0 = !{!"branch_weights", i32 1, i32 2000}
