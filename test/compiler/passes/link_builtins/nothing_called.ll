; A module without calls of builtins stays unchanged, and unknown functions stay undefined.
; RUN: muxc --passes=link-builtins --verify-each %s | FileCheck %s
; CHECK-NOT: define internal
; CHECK: declare void @unknown()
; CHECK-NOT: define internal
target triple = "spir64"
declare void @unknown()
declare spir_func float @_Z3sinf(float)
define spir_kernel void @k() "mux-kernel"="entry-point" {
  call void @unknown()
  ret void
}
