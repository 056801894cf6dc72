; A function with an endless loop is refused with a reason.
; RUN: not muxc --passes=vecz-linearize %s -o - 2>&1 | FileCheck %s
; CHECK: a loop has no end
declare i64 @__mux_get_global_id(i32)
define void @endless(ptr %p) "kiln-work-item-function" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %c = icmp eq i64 %id, 3
  br i1 %c, label %spin, label %out
spin:
  store volatile i32 0, ptr %p
  br label %spin
out:
  ret void
}
