; A pointer in a structure passed by value is read again behind a barrier, and so is an address made of it: neither
; crosses it. What a pointer argument points to may have changed, and crosses.
; RUN: muxc --passes=split-barriers --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK: %base = load ptr addrspace(1), ptr %
; CHECK: %at = getelementptr float, ptr addrspace(1) %base, i64 %id
; CHECK: store float %x, ptr addrspace(1) %at
; CHECK-LABEL: define internal i32 @written.region1(
; CHECK-NOT: load ptr addrspace(1), ptr %structure
; CHECK: ret i32 0
define void @k(ptr noalias readonly dereferenceable(8) %structure, ptr addrspace(1) %in) "mux-kernel"="entry-point" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %base = load ptr addrspace(1), ptr %structure
  %at = getelementptr float, ptr addrspace(1) %base, i64 %id
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %from
  store float 0.0, ptr addrspace(1) %at
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store float %x, ptr addrspace(1) %at
  ret void
}
define void @written(ptr %structure, ptr addrspace(1) %in) "mux-kernel"="entry-point" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %base = load ptr addrspace(1), ptr %structure
  %at = getelementptr float, ptr addrspace(1) %base, i64 %id
  store float 0.0, ptr addrspace(1) %at
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 0)
  store float 1.0, ptr addrspace(1) %at
  ret void
}
declare i64 @__mux_get_local_id(i32) memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
