; Local ids lie below a required size, and an `or` of an id and a multiple of the size is a sum. Neither a size of 1
; along x nor an unknown dimension gives a range; nor does anything in a function that is no kernel.
; RUN: muxc --passes=local-id-ranges --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NEXT: %x = call range(i64 0, 64) i64 @__mux_get_local_id(i32 0)
; CHECK-NEXT: %y = call range(i64 0, 4) i64 @__mux_get_local_id(i32 1)
; CHECK-NEXT: %any = call i64 @__mux_get_local_id(i32 %d)
; CHECK-NEXT: %row = shl i64 %group, 6
; CHECK-NEXT: or disjoint i64 %row, %x
; CHECK-NEXT: %half = shl i64 %group, 5
; CHECK-NEXT: or i64 %half, %x
; CHECK-NEXT: or i64 %row, %any
; CHECK-LABEL: define void @one(
; CHECK-NEXT: call i64 @__mux_get_local_id(i32 0)
; CHECK-LABEL: define void @unknown(
; CHECK-NEXT: call i64 @__mux_get_local_id(i32 0)
; CHECK-LABEL: define i64 @helper(
; CHECK-NEXT: call i64 @__mux_get_local_id(i32 0)
define void @k(i64 %group, i32 %d, ptr %out) "mux-kernel"="entry-point" !reqd_work_group_size !0 {
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %any = call i64 @__mux_get_local_id(i32 %d)
  %row = shl i64 %group, 6
  %sum = or i64 %row, %x
  %half = shl i64 %group, 5
  %no.sum = or i64 %half, %x
  %no.range = or i64 %row, %any
  %a = add i64 %sum, %y
  %b = add i64 %a, %no.sum
  %c = add i64 %b, %no.range
  store i64 %c, ptr %out
  ret void
}
define void @one(ptr %out) "mux-kernel"="entry-point" !reqd_work_group_size !1 {
  %x = call i64 @__mux_get_local_id(i32 0)
  store i64 %x, ptr %out
  ret void
}
define void @unknown(ptr %out) "mux-kernel"="entry-point" {
  %x = call i64 @__mux_get_local_id(i32 0)
  store i64 %x, ptr %out
  ret void
}
define i64 @helper() {
  %x = call i64 @__mux_get_local_id(i32 0)
  ret i64 %x
}
declare i64 @__mux_get_local_id(i32) memory(none)
!0 = !{i32 64, i32 4, i32 1}
!1 = !{i32 1, i32 1, i32 1}
