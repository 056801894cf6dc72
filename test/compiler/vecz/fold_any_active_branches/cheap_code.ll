; Short masked code is done always, if what it gives with no lane active is what is given without it.
; RUN: muxc --target=host --passes="fold-any-active-branches" --verify-each %s | FileCheck %s
; REQUIRES: x86_64
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)

; CHECK-LABEL: define <4 x float> @blend(
; CHECK-NOT: br
; CHECK: %new = fadd <4 x float> %x, %y
; CHECK: %blend = select <4 x i1> %m, <4 x float> %new, <4 x float> %x
; CHECK-NEXT: ret <4 x float> %blend
define <4 x float> @blend(<4 x i1> %m, <4 x float> %x, <4 x float> %y) {
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

; What is the same for all lanes may be poison if none is active. Inner code first, as a bit mask.
; CHECK-LABEL: define <4 x i32> @nested(
; CHECK-NOT: br
; CHECK: %u = add i32 %a, %b
; CHECK: ret <4 x i32>
define <4 x i32> @nested(<4 x i1> %m, <4 x i1> %c, <4 x i32> %x, i32 %a, i32 %b) {
  %bits = bitcast <4 x i1> %m to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %join, label %body
body:
  %u = add nsw i32 %a, %b
  %one = insertelement <4 x i32> %x, i32 %u, i64 0
  %outer = select <4 x i1> %m, <4 x i32> %one, <4 x i32> %x
  %both = select <4 x i1> %m, <4 x i1> %c, <4 x i1> zeroinitializer
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %both)
  br i1 %any, label %inner, label %end
inner:
  %twice = add <4 x i32> %outer, %outer
  %most = select <4 x i1> %both, <4 x i32> %twice, <4 x i32> %outer
  br label %end
end:
  %e = phi <4 x i32> [ %most, %inner ], [ %outer, %body ]
  br label %join
join:
  %r = phi <4 x i32> [ %e, %end ], [ %x, %0 ]
  ret <4 x i32> %r
}

; A value that is another one in inactive lanes, memory, and what may trap, keep their branches.
; CHECK-LABEL: define <4 x float> @other(
; CHECK: br i1 %any
define <4 x float> @other(<4 x i1> %m, <4 x float> %x, <4 x float> %y) {
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %m)
  br i1 %any, label %body, label %join
body:
  %new = fadd <4 x float> %x, %y
  br label %join
join:
  %r = phi <4 x float> [ %new, %body ], [ %x, %0 ]
  ret <4 x float> %r
}

; CHECK-LABEL: define <4 x i32> @trap(
; CHECK: br i1 %any
define <4 x i32> @trap(<4 x i1> %m, <4 x i32> %x, <4 x i32> %y) {
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %m)
  br i1 %any, label %body, label %join
body:
  %new = udiv <4 x i32> %x, %y
  %blend = select <4 x i1> %m, <4 x i32> %new, <4 x i32> %x
  br label %join
join:
  %r = phi <4 x i32> [ %blend, %body ], [ %x, %0 ]
  ret <4 x i32> %r
}

; CHECK-LABEL: define void @memory(
; CHECK: br i1 %any
define void @memory(<4 x i1> %m, ptr %p) {
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %m)
  br i1 %any, label %body, label %join
body:
  store i32 0, ptr %p
  br label %join
join:
  ret void
}
