; A declaration of a builtin's symbol with another type is a function of the program.
; RUN: muxc --passes=lower-builtins --verify-each %s | FileCheck %s
; CHECK: call spir_func void @_Z7barrierj()
; CHECK: call spir_func float @_Z13get_global_idj(float 1.0
; CHECK: call spir_func void @_Z12get_work_dimv()
define spir_func void @f() {
  call spir_func void @_Z7barrierj()
  %x = call spir_func float @_Z13get_global_idj(float 1.0)
  call spir_func void @_Z12get_work_dimv()
  ret void
}
declare spir_func void @_Z7barrierj()
declare spir_func float @_Z13get_global_idj(float)
declare spir_func void @_Z12get_work_dimv()
