; A program may declare a builtin's name with other types, or define a function called by a builtin with
; other types: both are errors.
; RUN: split-file %s %t
; RUN: not muxc --passes=link-builtins %t/called.ll 2>&1 | FileCheck %s --check-prefix=CALLED
; CALLED: error: 'sin(float)' is declared with other types than the builtin function has
; RUN: not muxc --pipeline=kernel --target=host %t/named.cl 2>&1 | FileCheck %s --check-prefix=NAMED
; NAMED: error: 'async_work_group_copy({{.*}})' is declared with other types than the builtin function has
; RUN: muxc --pipeline=kernel --target=host %t/same.cl -o /dev/null

;--- called.ll
target triple = "spir64"
declare spir_func i32 @_Z3sinf(i32, ptr addrspace(1))
define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %y = call spir_func i32 @_Z3sinf(i32 1, ptr addrspace(1) %p)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "mux-kernel"="entry-point" }

;--- named.cl
event_t copy(event_t a, int b) __asm__("_Z21async_work_group_copyPU3AS3hPU3AS1Khm9ocl_event");
kernel void k() { copy(0, 2); }

;--- same.cl
float own(float x) __asm__("_Z3sinf");
kernel void k(global float *p) { *p = own(*p); }
