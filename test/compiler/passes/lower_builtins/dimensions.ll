; Dimensions beyond the third have size 1 and id 0; size_t is the device's.
; RUN: muxc --passes=lower-builtins --verify-each %s | FileCheck %s
target triple = "spir"

; CHECK-LABEL: @constant(
; CHECK-NOT: call
; CHECK: store volatile i32 0, ptr addrspace(1) %p
; CHECK: store volatile i32 1, ptr addrspace(1) %p
define spir_func void @constant(ptr addrspace(1) %p) {
  %id = call spir_func i32 @_Z12get_local_idj(i32 3)
  store volatile i32 %id, ptr addrspace(1) %p
  %size = call spir_func i32 @_Z14get_local_sizej(i32 -1)
  store volatile i32 %size, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @variable(
; CHECK: [[D:%.*]] = freeze i32 %d
; CHECK-NEXT: [[OK:%.*]] = icmp ult i32 [[D]], 3
; CHECK-NEXT: [[SAFE:%.*]] = select i1 [[OK]], i32 [[D]], i32 0
; CHECK-NEXT: [[SIZE:%.*]] = call i32 @__mux_get_local_size(i32 [[SAFE]])
; CHECK-NEXT: select i1 [[OK]], i32 [[SIZE]], i32 1
define spir_func i32 @variable(i32 %d) {
  %size = call spir_func i32 @_Z14get_local_sizej(i32 %d)
  ret i32 %size
}
declare spir_func i32 @_Z12get_local_idj(i32)
declare spir_func i32 @_Z14get_local_sizej(i32)
