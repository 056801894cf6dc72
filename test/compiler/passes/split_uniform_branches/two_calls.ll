; A work-item function with two calls stays: a fact about one call does not hold for the function.
; RUN: muxc --passes=split-uniform-branches --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-COUNT-2: call i32 @k.region1.items(
; CHECK: ret void
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: store i32 %step, ptr %next
define void @k(ptr %p) "mux-kernel"="entry-point" !kiln.flags !0 {
  %next = alloca i32
  %old = load i32, ptr %next
  %r = call i32 @k.region1.items(ptr %p, i32 %old, ptr %next)
  %new = load i32, ptr %next
  %s = call i32 @k.region1.items(ptr %p, i32 %new, ptr %next)
  store i32 %s, ptr %next
  ret void
}
define internal i32 @k.region1.items(ptr %p, i32 %old, ptr %next) noinline "kiln-work-group-function" {
  %r = call i32 @k.region1(ptr %p, i32 %old, ptr %next)
  ret i32 %r
}
define internal i32 @k.region1(ptr %p, i32 %old, ptr "kiln-dispatcher-variable" %next) noinline "kiln-work-item-function" {
  %step = lshr i32 %old, 1
  %more = icmp ne i32 %step, 0
  br i1 %more, label %on, label %end
on:
  store i32 %step, ptr %next
  ret i32 1
end:
  store i32 0, ptr %p
  ret i32 0
}
!0 = !{i64 2}
