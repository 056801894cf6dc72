; Short masked code loses the branch around it.
; REQUIRES: x86_64
; RUN: muxc --target=host --passes='fold-any-active-branches' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --passes='fold-any-active-branches' --verify-each -cl-kiln-disable-steps=fold-any-active-branches %s | FileCheck %s --check-prefix=OFF
; CHECK-LABEL: define <4 x float> @f(
; CHECK-NOT: br i1
; CHECK: ret
; OFF: br i1
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
define <4 x float> @f(<4 x i1> %m, <4 x float> %x, <4 x float> %y) {
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %m)
  br i1 %any, label %body, label %join
body:
  %new = fadd <4 x float> %x, %y
  %blend = select <4 x i1> %m, <4 x float> %new, <4 x float> %x
  br label %join
join:
  %r = phi <4 x float> [ %blend, %body ], [ %x, %0 ]
  ret <4 x float> %r
}
