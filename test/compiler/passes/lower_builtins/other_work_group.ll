; Functions that only look like work-group functions stay unchanged.
; RUN: muxc --passes=lower-builtins --verify-each %s | FileCheck %s
target triple = "spir64"
; CHECK-LABEL: @f(
; CHECK: call i32 @_Z14work_group_alli(i32 %a, i32 %a)
; CHECK: call float @_Z21work_group_reduce_addi(float
; CHECK: call i32 @_Z21work_group_reduce_mapi(i32 %a)
; CHECK: call i32 @_Z20work_group_broadcastimmmm(
; CHECK: call i32 @_Z20work_group_broadcastij(i32 %a, i32 %a)
; CHECK: call void @_Z99work_group_all(
; CHECK: call i32 @_Z14work_group_allj(i32 %a)
; CHECK: call i32 @_Z42sub_group_non_uniform_clustered_reduce_addij(i32 %a, i32 2)
; CHECK: call i32 @_Z38intel_sub_group_non_uniform_reduce_addi(i32 %a)
define void @f(i32 %a) {
  call i32 @_Z14work_group_alli(i32 %a, i32 %a)
  call float @_Z21work_group_reduce_addi(float 1.0)
  call i32 @_Z21work_group_reduce_mapi(i32 %a)
  call i32 @_Z20work_group_broadcastimmmm(i32 %a, i64 1, i64 1, i64 1, i64 1)
  call i32 @_Z20work_group_broadcastij(i32 %a, i32 %a)
  call void @_Z99work_group_all()
  call i32 @_Z14work_group_allj(i32 %a)
  call i32 @_Z42sub_group_non_uniform_clustered_reduce_addij(i32 %a, i32 2)
  call i32 @_Z38intel_sub_group_non_uniform_reduce_addi(i32 %a)
  ret void
}
declare i32 @_Z14work_group_alli(i32, i32)
declare float @_Z21work_group_reduce_addi(float)
declare i32 @_Z21work_group_reduce_mapi(i32)
declare i32 @_Z20work_group_broadcastimmmm(i32, i64, i64, i64, i64)
declare i32 @_Z20work_group_broadcastij(i32, i32)
declare void @_Z99work_group_all()
declare i32 @_Z14work_group_allj(i32)
declare i32 @_Z42sub_group_non_uniform_clustered_reduce_addij(i32, i32)
declare i32 @_Z38intel_sub_group_non_uniform_reduce_addi(i32)
