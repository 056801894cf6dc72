; A second run on a module with more code assigns new ids. A definition of a builtin's name is left
; alone.
; RUN: muxc --passes=lower-builtins --verify-each %s | FileCheck %s

; CHECK-LABEL: @f(
; CHECK: call void @__mux_work_group_barrier(i32 41, i32 2, i32 272)
; CHECK: call void @__mux_work_group_barrier(i32 42, i32 2, i32 272)
; CHECK: call spir_func void @_Z9mem_fencej(
define spir_func void @f() {
  call void @__mux_work_group_barrier(i32 41, i32 2, i32 272)
  call spir_func void @_Z7barrierj(i32 1)
  call spir_func void @_Z9mem_fencej(i32 1)
  ret void
}
define spir_func void @_Z9mem_fencej(i32 %flags) {
  ret void
}
declare void @__mux_work_group_barrier(i32, i32, i32)
declare spir_func void @_Z7barrierj(i32)
