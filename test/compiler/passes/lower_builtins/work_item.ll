; Each work-item builtin becomes its __mux_ counterpart.
; RUN: muxc --passes=lower-builtins --verify-each %s | FileCheck %s

; CHECK-LABEL: @k(
; CHECK: call i32 @__mux_get_work_dim()
; CHECK: call i64 @__mux_get_global_size(i32 0)
; CHECK: call i64 @__mux_get_global_id(i32 1)
; CHECK: call i64 @__mux_get_local_size(i32 2)
; CHECK: call i64 @__mux_get_local_id(i32 0)
; CHECK: call i64 @__mux_get_num_groups(i32 0)
; CHECK: call i64 @__mux_get_group_id(i32 0)
; CHECK: call i64 @__mux_get_global_offset(i32 0)
; CHECK: call i64 @__mux_get_global_linear_id()
; CHECK-NOT: call spir_func
; CHECK: declare i64 @__mux_get_global_id(i32) [[PURE:#[0-9]+]]
; CHECK: attributes [[PURE]] = {{{.*}}speculatable willreturn memory(none) }
define spir_kernel void @k() {
  %a = call spir_func i32 @_Z12get_work_dimv()
  %b = call spir_func i64 @_Z15get_global_sizej(i32 0)
  %c = call spir_func i64 @_Z13get_global_idj(i32 1)
  %d = call spir_func i64 @_Z14get_local_sizej(i32 2)
  %e = call spir_func i64 @_Z12get_local_idj(i32 0)
  %f = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %h = call spir_func i64 @_Z17get_global_offsetj(i32 0)
  %i = call spir_func i64 @_Z20get_global_linear_idv()
  ret void
}
declare spir_func i32 @_Z12get_work_dimv()
declare spir_func i64 @_Z15get_global_sizej(i32)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z17get_global_offsetj(i32)
declare spir_func i64 @_Z20get_global_linear_idv()
