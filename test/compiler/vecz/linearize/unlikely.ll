; Branch weights of an unlikely arm are passed on to its any-active branch.
; RUN: muxc --passes=vecz-linearize %s -o - | FileCheck %s
; CHECK:       then.any:
; CHECK-NEXT:    %[[ANY:.*]] = call i1 @kiln.any(
; CHECK-NEXT:    br i1 %[[ANY]], label %then, label %join, !prof ![[FEW:[0-9]+]]
; CHECK:       other.any:
; CHECK-NEXT:    %[[ANY:.*]] = call i1 @kiln.any(
; CHECK-NEXT:    br i1 %[[ANY]], label %other, label %end{{$}}
; CHECK: ![[FEW]] = !{!"branch_weights", i32 1, i32 1048575}
declare i64 @__mux_get_global_id(i32)

define void @k(ptr %p) "kiln-work-item-function" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %q
  %c = icmp slt i32 %v, 0
  br i1 %c, label %then, label %join, !prof !0
then:
  store i32 0, ptr %q
  br label %join
join:
  %d = icmp sgt i32 %v, 9
  br i1 %d, label %other, label %end, !prof !1
other:
  store i32 1, ptr %q
  br label %end
end:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 1, i32 2}
