; A decision of the work-group at the start of a work-item function is made by the kernel.
; RUN: muxc --passes='split-uniform-branches' --verify-each %s | FileCheck %s
; RUN: muxc --passes='split-uniform-branches' --verify-each -cl-kiln-disable-steps=split-uniform-branches %s | FileCheck %s --check-prefix=OFF
; CHECK: @k.region1.if.items(
; OFF-NOT: @k.region1.if
; OFF: ret i32 0
define void @k(ptr %p) "mux-kernel"="entry-point" !kiln.flags !0 {
  %next = alloca i32
  %old = load i32, ptr %next
  %r = call i32 @k.region1.items(ptr %p, i32 %old, ptr %next)
  store i32 %r, ptr %next
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
  %id = call i64 @__mux_get_local_id(i32 0)
  %place = getelementptr i32, ptr %p, i64 %id
  store i32 %step, ptr %place
  store i32 %step, ptr %next
  ret i32 1
end:
  store i32 0, ptr %p
  ret i32 0
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
!0 = !{i64 2}
