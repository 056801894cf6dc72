; A cheap block under a mask runs always; without the step it has a branch.
; RUN: muxc --passes='vecz-linearize' --verify-each %s | FileCheck %s
; RUN: muxc --passes='vecz-linearize' --verify-each -cl-kiln-disable-steps=speculate-cheap-code %s | FileCheck %s --check-prefix=OFF
; CHECK-NOT: @kiln.any(
; CHECK: ret i32
; OFF: call i1 @kiln.any(
define i32 @f(i32 %x, i32 %y) "kiln-work-item-function" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %low = trunc i64 %id to i32
  %c = icmp slt i32 %low, %x
  br i1 %c, label %then, label %join
then:
  %a = add i32 %low, %y
  br label %join
join:
  %r = phi i32 [%a, %then], [%x, %entry]
  ret i32 %x
}
declare i64 @__mux_get_global_id(i32)
