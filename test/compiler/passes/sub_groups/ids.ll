; Sub-groups of a required size: ids become kiln.* functions for the vectoriser, sizes are computed from
; local sizes.
; RUN: muxc --passes=sub-groups --verify-each %s | FileCheck %s
; CHECK: define void @k({{.*}} !kiln.sub_group_size ![[SIZE:[0-9]+]] !kiln.flags ![[FLAGS:[0-9]+]]
; CHECK: %[[LANE:.*]] = call i32 @kiln.sub_group_local_id(i32 4)
; CHECK: call i32 @kiln.sub_group_id(i32 4)
; CHECK: call i32 @llvm.umin.i32(i32 %{{.*}}, i32 4)
; CHECK: store volatile i32 %[[LANE]], ptr %p
; CHECK: store volatile i32 4, ptr %p
; CHECK: define void @without(ptr %p) #
; CHECK-NOT: kiln.sub_group_size
; CHECK: ![[SIZE]] = !{i64 4}
; CHECK: ![[FLAGS]] = !{i64 16}
define void @k(ptr %p) "mux-kernel"="entry-point" !intel_reqd_sub_group_size !0 {
  %lane = call i32 @__mux_get_sub_group_local_id()
  %size = call i32 @__mux_get_sub_group_size()
  %max = call i32 @__mux_get_max_sub_group_size()
  store volatile i32 %lane, ptr %p
  store volatile i32 %max, ptr %p
  store volatile i32 %size, ptr %p
  ret void
}
define void @without(ptr %p) "mux-kernel"="entry-point" {
  ret void
}
declare i32 @__mux_get_sub_group_local_id()
declare i32 @__mux_get_sub_group_size()
declare i32 @__mux_get_max_sub_group_size()
!0 = !{i32 4}
