; Modules of different options may be linked: a function called with and without the promise has two
; variants. A promise for one of two operands is none. A call without a floating-point result promises at its arguments.
; RUN: muxc --passes=link-builtins %s | FileCheck %s
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z3logf(float)
declare spir_func float @_Z4fminff(float, float)
declare spir_func i32 @_Z5isinff(float)
declare spir_func i32 @_Z7isequalff(float, float)

; CHECK-LABEL: define {{.*}} @k(
; CHECK: call nnan ninf spir_func float @_Z3logf.finite(
; CHECK: call nnan spir_func float @_Z3logf(
; CHECK: call nnan ninf spir_func float @_Z4fminff(
; CHECK: call spir_func i32 @_Z5isinff.finite(
; CHECK: call spir_func i32 @_Z5isinff(
; CHECK: call spir_func i32 @_Z7isequalff(
define spir_kernel void @k(ptr addrspace(1) %p, float %x, float %y) #0 {
  %a = call nnan ninf spir_func float @_Z3logf(float %x)
  %b = call nnan spir_func float @_Z3logf(float %y)
  %c = call nnan ninf spir_func float @_Z4fminff(float %a, float %b)
  %d = call spir_func i32 @_Z5isinff(float nofpclass(nan inf) %x)
  %e = call spir_func i32 @_Z5isinff(float nofpclass(nan) %c)
  %f = call spir_func i32 @_Z7isequalff(float nofpclass(nan inf) %x, float %c)
  %g = add i32 %d, %e
  %h = add i32 %f, %g
  store i32 %h, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define internal {{.*}} @_Z4fminff(
; CHECK: call nnan ninf float @llvm.minnum.f32
; CHECK-LABEL: define internal {{.*}} @_Z7isequalff(
; CHECK: fcmp oeq

attributes #0 = { "mux-kernel"="entry-point" }
