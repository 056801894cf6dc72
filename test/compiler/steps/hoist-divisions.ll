; Invariant divisions with a harmless divisor leave the loop, from behind a branch. Others stay: an unsigned one by a number that may be
; 0, and a signed one by an odd number, maybe -1.
; RUN: muxc --target=host --passes=hoist-divisions --verify-each %s | FileCheck %s
; RUN: muxc --target=host --passes=hoist-divisions -cl-kiln-disable-steps=hoist-divisions %s | FileCheck %s --check-prefix=OFF
; CHECK-LABEL: define void @k(
; CHECK: entry:
; CHECK: %safe = select i1 %bad, i32 1, i32 %divisor
; CHECK: %q = sdiv i32 %x, %safe
; CHECK: %r = urem i32 %x, %least
; CHECK: loop:
; CHECK-DAG: %any = udiv i32 %x, %y
; CHECK-DAG: %minus = sdiv i32 %x, %odd
; CHECK-DAG: %varying = urem i32 %i, %least
; OFF: do:
; OFF: sdiv i32 %x, %safe
define void @k(ptr %p, i32 %n, i32 %m, i32 %d, i32 %x, i32 noundef %y) {
entry:
  %divisor = freeze i32 %d
  %odd = or i32 %divisor, 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %done ]
  %c = icmp ult i32 %i, %m
  br i1 %c, label %do, label %done
do:
  %plus = add i32 %divisor, 1
  %bad = icmp ult i32 %plus, 2
  %safe = select i1 %bad, i32 1, i32 %divisor
  %q = sdiv i32 %x, %safe
  %least = call i32 @llvm.umax.i32(i32 %divisor, i32 1)
  %r = urem i32 %x, %least
  %any = udiv i32 %x, %y
  %minus = sdiv i32 %x, %odd
  %varying = urem i32 %i, %least
  %s1 = add i32 %q, %r
  %s2 = add i32 %any, %minus
  %s3 = add i32 %s1, %s2
  %s4 = add i32 %s3, %varying
  %a = getelementptr i32, ptr %p, i32 %i
  store i32 %s4, ptr %a
  br label %done
done:
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i32 @llvm.umax.i32(i32, i32)
