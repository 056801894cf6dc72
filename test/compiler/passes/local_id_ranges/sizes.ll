; Known sizes are constants, with what follows from them, and the number of rounds of a tree with it. A work-group may be
; smaller than the enqueued size unless all are alike.
; RUN: muxc --passes=local-id-ranges --verify-each %s | FileCheck %s
; CHECK-LABEL: define i64 @any(
; CHECK-NEXT: %size = call range(i64 1, 65) i64 @__mux_get_local_size(i32 0)
; CHECK-NEXT: %half = lshr i64 %size, 1
; CHECK-NEXT: %sum = add i64 %half, 64
; CHECK-NEXT: ret i64 %sum
define i64 @any() "mux-kernel"="entry-point" !reqd_work_group_size !0 {
  %size = call i64 @__mux_get_local_size(i32 0)
  %half = lshr i64 %size, 1
  %enqueued = call i64 @__mux_get_enqueued_local_size(i32 0)
  %sum = add i64 %half, %enqueued
  ret i64 %sum
}

; CHECK-LABEL: define i64 @alike(
; CHECK-NEXT: %dimension = call i64 @__mux_get_local_size(i32 %d)
; CHECK-NEXT: %sum = add i64 %dimension, 96
; CHECK-NEXT: ret i64 %sum
define i64 @alike(i32 %d) "mux-kernel"="entry-point" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %size = call i64 @__mux_get_local_size(i32 0)
  %half = lshr i64 %size, 1
  %enqueued = call i64 @__mux_get_enqueued_local_size(i32 0)
  %both = add i64 %half, %enqueued
  %dimension = call i64 @__mux_get_local_size(i32 %d)
  %sum = add i64 %dimension, %both
  ret i64 %sum
}

declare i64 @__mux_get_local_size(i32) #0
declare i64 @__mux_get_enqueued_local_size(i32) #0
attributes #0 = { nounwind willreturn memory(none) }
!0 = !{i32 64, i32 4, i32 1}
