; With more than 4 KiB of private variables, the large ones share a place in the frame.
; RUN: muxc --passes=outline-work-items,work-item-loops,private-memory --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-SAME: !kiln.private_size ![[PRIVATE:[0-9]+]] !kiln.frame ![[FRAME:[0-9]+]]
; CHECK-LABEL: define internal void @k.item(
; CHECK: %small = alloca i32
; CHECK: %large = call ptr @kiln.fixed_frame(i64 0)
; CHECK: store i32 0, ptr %large
; CHECK: ![[PRIVATE]] = !{i64 8004}
; CHECK: ![[FRAME]] = !{i64 8064, i64 0, i64 1, i64 128}
define void @k() "mux-kernel"="entry-point" {
  %small = alloca i32
  %large = alloca [2000 x i32]
  store i32 0, ptr %large
  store i32 0, ptr %small
  ret void
}
