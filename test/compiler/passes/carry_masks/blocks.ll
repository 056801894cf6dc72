; Masks cross blocks as integers of the width they were compared in.
; RUN: muxc --passes=carry-masks --verify-each --target=host --target-properties=cpu=x86-64-v3 %s | FileCheck %s
; RUN: muxc --passes=carry-masks --verify-each --target=host --target-properties=cpu=x86-64-v4 %s | FileCheck %s --check-prefix=LEGAL

; CHECK-LABEL: @use_elsewhere(
; CHECK: %m = fcmp olt <8 x float> %a, %b
; CHECK-NEXT: %[[WIDE:.*]] = sext <8 x i1> %m to <8 x i32>
; CHECK: %here = select <8 x i1> %m, <8 x float> %a, <8 x float> %b
; CHECK: other:
; CHECK-NEXT: %[[MASK:.*]] = icmp slt <8 x i32> %[[WIDE]], zeroinitializer
; CHECK-NEXT: %there = select <8 x i1> %[[MASK]]
; LEGAL-LABEL: @use_elsewhere(
; LEGAL-NOT: sext
define <8 x float> @use_elsewhere(<8 x float> %a, <8 x float> %b, i1 %c) {
  %m = fcmp olt <8 x float> %a, %b
  %here = select <8 x i1> %m, <8 x float> %a, <8 x float> %b
  br i1 %c, label %other, label %end
other:
  %there = select <8 x i1> %m, <8 x float> %b, <8 x float> %here
  br label %end
end:
  %r = phi <8 x float> [ %here, %0 ], [ %there, %other ]
  ret <8 x float> %r
}

; Logic, splats of conditions and undefined masks go with them.
; CHECK-LABEL: @loop(
; CHECK: loop:
; CHECK: %[[LEFT:.*]] = phi <8 x i32> [ splat (i32 -1), %0 ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[BELOW:.*]] = sext i1 %below to i32
; CHECK: %[[SPLAT:.*]] = shufflevector <8 x i32>
; CHECK: %[[BOTH:.*]] = and <8 x i32>
; CHECK: %[[NEXT]] = and <8 x i32>
; CHECK-NOT: <8 x i1> {{.*}}zeroinitializer, %loop
; CHECK: bitcast <8 x i1> %{{.*}} to i8
define <8 x float> @loop(<8 x float> %a, <8 x float> %b) {
  br label %loop
loop:
  %left = phi <8 x i1> [ splat (i1 true), %0 ], [ %next, %loop ]
  %i = phi i32 [ 0, %0 ], [ %i.next, %loop ]
  %x = phi <8 x float> [ %a, %0 ], [ %y, %loop ]
  %sum = fadd <8 x float> %x, %b
  %y = select <8 x i1> %left, <8 x float> %sum, <8 x float> %x
  %m = fcmp olt <8 x float> %y, %b
  %i.next = add i32 %i, 1
  %below = icmp ult i32 %i.next, 100
  %one = insertelement <8 x i1> poison, i1 %below, i64 0
  %all = shufflevector <8 x i1> %one, <8 x i1> poison, <8 x i32> zeroinitializer
  %both = and <8 x i1> %m, %all
  %next = select <8 x i1> %left, <8 x i1> %both, <8 x i1> zeroinitializer
  %bits = bitcast <8 x i1> %next to i8
  %some = icmp ne i8 %bits, 0
  br i1 %some, label %loop, label %end
end:
  ret <8 x float> %y
}

; The same block twice, a mask from memory, and a mask that no comparison of this width is near.
; CHECK-LABEL: @odd(
; CHECK: phi <4 x i64> [ %[[W:.*]], %0 ], [ %[[W]], %0 ]
; CHECK: phi <2 x i1>
define <4 x i64> @odd(<4 x i64> %a, ptr %p, i32 %c, <2 x i1> %n) {
  %m = icmp slt <4 x i64> %a, zeroinitializer
  %bits = load <4 x i1>, ptr %p
  %both = or <4 x i1> %m, %bits
  switch i32 %c, label %end [ i32 3, label %next
                              i32 5, label %next ]
next:
  %again = phi <4 x i1> [ %both, %0 ], [ %both, %0 ]
  %two = phi <2 x i1> [ %n, %0 ], [ %n, %0 ]
  br label %end
end:
  ret <4 x i64> %a
}
