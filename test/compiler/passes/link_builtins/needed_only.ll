; Called builtins are linked with all functions they need in turn, and nothing else. They are internal and
; have the kernel's target attributes.
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
