; Inline assembly whose target a front end has named is no error.
; RUN: muxc --passes=check-calls %s | FileCheck %s
; CHECK: call void asm sideeffect "nop", ""()
define spir_func void @assembly() {
  call void asm sideeffect "nop", ""() "kiln-asm-target"="x86_64"
  ret void
}
