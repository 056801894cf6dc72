; Programs may not define symbols with the compiler's prefixes, whatever their type.
; RUN: not muxc --passes=check-calls %s 2>&1 | FileCheck %s

; CHECK-DAG: error: the name '__kiln_printf_1' is reserved
@__kiln_printf_1 = addrspace(2) constant i32 3

; CHECK-DAG: error: the name '__mux_get_global_id' is reserved
define spir_func float @__mux_get_global_id(float %x) {
  ret float %x
}

; CHECK-DAG: error: the name '__mux_work_group_barrier' is reserved
declare spir_func void @__mux_work_group_barrier()
