; Metadata without a number, possible in a program in SPIR, is an error.
; RUN: not muxc --passes=sub-groups %s 2>&1 | FileCheck %s
; CHECK-COUNT-2: error: {{.*}}a sub-group size of 0 is not supported
define void @text(ptr %p) "mux-kernel"="entry-point" !intel_reqd_sub_group_size !0 {
  %lane = call i32 @__mux_get_sub_group_local_id()
  store i32 %lane, ptr %p
  ret void
}
define void @nothing(ptr %p) "mux-kernel"="entry-point" !intel_reqd_sub_group_size !1 {
  %lane = call i32 @__mux_get_sub_group_local_id()
  store i32 %lane, ptr %p
  ret void
}
declare i32 @__mux_get_sub_group_local_id()
!0 = !{!"eight"}
!1 = !{}
