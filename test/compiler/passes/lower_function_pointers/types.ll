; Each type has a choice of its own. A call without any function of its type has no effect.
; RUN: muxc --passes=lower-function-pointers,check-calls --verify-each %s | FileCheck %s

; CHECK-LABEL: define spir_func void @calls(
; CHECK: call spir_func void @kiln.indirect_call(i64 %{{.*}}, i32 1)
; CHECK: call spir_func float @kiln.indirect_call.1(i64 %{{.*}}, float 1.000000e+00)
; CHECK: %[[H:.*]] = ptrtoint ptr addrspace(4) %h to i64
; CHECK: call spir_func void @kiln.indirect_call(i64 %[[H]], i32 2)
; CHECK: call spir_func ptr addrspace(1) @kiln.indirect_call.2(i64 %{{.*}})
define spir_func void @calls(ptr %f, ptr %g, ptr addrspace(4) %h) {
  call spir_func void %f(i32 1)
  %x = call spir_func float %g(float 1.0)
  %i = addrspacecast ptr addrspace(4) %h to ptr
  call spir_func void %i(i32 2)
  %p = call spir_func ptr addrspace(1) %f()
  ret void
}

define internal spir_func void @takesInteger(i32 %x) {
  ret void
}
define internal spir_func float @takesFloat(float %x) {
  ret float %x
}
define spir_func i1 @compare(ptr %f) {
; CHECK-LABEL: define spir_func i1 @compare(
; CHECK: %same = icmp eq ptr %f, inttoptr (i64 [[INTEGER:-?[0-9]+]] to ptr)
; CHECK: %other = icmp eq ptr addrspace(4) %cast, inttoptr (i64 [[FLOAT:-?[0-9]+]] to ptr addrspace(4))
  %same = icmp eq ptr %f, @takesInteger
  %cast = addrspacecast ptr %f to ptr addrspace(4)
  %other = icmp eq ptr addrspace(4) %cast, addrspacecast (ptr @takesFloat to ptr addrspace(4))
  %either = or i1 %same, %other
  ret i1 %either
}

; CHECK-LABEL: define internal spir_func void @kiln.indirect_call(
; CHECK: i64 [[INTEGER]], label
; CHECK-NEXT: ]
; CHECK-LABEL: define internal spir_func float @kiln.indirect_call.1(
; CHECK: i64 [[FLOAT]], label
; CHECK-NEXT: ]
; CHECK-LABEL: define internal spir_func ptr addrspace(1) @kiln.indirect_call.2(
; CHECK: switch i64 %0, label %none [
; CHECK-NEXT: ]
; CHECK: ret ptr addrspace(1) null

; Internal functions have no name for a host.
; CHECK-NOT: kiln.function_pointers
