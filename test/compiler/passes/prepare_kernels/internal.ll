; Definitions other than kernels become internal, whatever their linkage; declarations stay.
; RUN: muxc --passes=prepare-kernels --verify-each %s | FileCheck %s

; CHECK: @table = internal addrspace(2) constant
@table = addrspace(2) constant [2 x i32] [i32 1, i32 2]
; CHECK: @shared = internal addrspace(1) global i32 0
@shared = common addrspace(1) global i32 0
; CHECK: @outside = external addrspace(1) global i32
@outside = external addrspace(1) global i32

; CHECK: define internal spir_func void @helper() [[HELPER:#[0-9]+]]
define spir_func void @helper() {
  ret void
}
; CHECK: define internal spir_func void @inlined()
define available_externally spir_func void @inlined() {
  ret void
}
; CHECK: define internal spir_func void @once()
define linkonce_odr hidden spir_func void @once() comdat {
  ret void
}
$once = comdat any
; CHECK: declare spir_func void @_Z3sinf()
declare spir_func void @_Z3sinf()
; CHECK: attributes [[HELPER]] = { "no-builtins" }
