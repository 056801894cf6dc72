; RUN: muxc --passes=lower-fences --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @k()
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: fence acquire
; CHECK-NEXT: fence release
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
declare void @__mux_mem_fence(i32, i32)
define void @k() {
  call void @__mux_mem_fence(i32 2, i32 264)  ; group, local memory
  call void @__mux_mem_fence(i32 1, i32 514)  ; device, global memory, acquire
  call void @__mux_mem_fence(i32 2, i32 516)  ; group, global memory, release
  call void @__mux_mem_fence(i32 0, i32 784)  ; all devices, both, sequential
  call void @__mux_mem_fence(i32 4, i32 528)  ; the work-item alone: nothing
  ret void
}
