; Builtins that are called are linked, with what they need; they are internal and get the
; kernel's target attributes. Nothing else comes along.
; RUN: muxc --passes=link-builtins --verify-each %s | FileCheck %s
target triple = "spir64"

; CHECK: declare spir_func float @_Z3cosf
; CHECK: define internal spir_func {{.*}}float @_Z3sinf(float {{.*}}) {{.*}}[[ATTRIBUTES:#[0-9]+]]
; CHECK-NOT: @_Z{{[0-9]}}
; CHECK: attributes [[ATTRIBUTES]] = {{.*}}"target-cpu"="some-cpu"
declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z3cosf(float)
define spir_kernel void @k(ptr addrspace(1) %p, float %x) #0 {
  %y = call spir_func float @_Z3sinf(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "mux-kernel"="entry-point" "target-cpu"="some-cpu" }
