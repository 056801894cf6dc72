; A work-item function that begins with a branch of the group becomes two, and the kernel decides. A value
; stored to a variable of the region dispatcher on all paths is computed by the dispatcher.
; RUN: muxc --passes=split-uniform-branches --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %[[STEP:.*]] = lshr i32 %old, 1
; CHECK: %[[MORE:.*]] = icmp ne i32 %[[STEP]], 0
; CHECK: br i1 %[[MORE]], label %[[IF:.*]], label %[[ELSE:.*]]
; CHECK: [[IF]]:
; CHECK: call i32 @k.region1.if.items(ptr %p, i32 %old, ptr %next)
; CHECK: %[[NEXT:.*]] = lshr i32 %old, 1
; CHECK: store i32 %[[NEXT]], ptr %next
; CHECK: [[ELSE]]:
; CHECK: call i32 @k.region1.else.items(ptr %p, i32 %old, ptr %next)
; CHECK-NOT: store
; CHECK: phi i32 [ 1, %[[IF]] ], [ 0, %[[ELSE]] ]
; CHECK: ret void
; CHECK-NOT: @k.region1(
; CHECK-LABEL: define internal i32 @k.region1.if(
; CHECK-NOT: store i32 {{.*}}, ptr %next
; CHECK: store i32 %step, ptr %place
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @k.region1.else(
; CHECK: store i32 0, ptr %p
; CHECK: ret i32 0
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
