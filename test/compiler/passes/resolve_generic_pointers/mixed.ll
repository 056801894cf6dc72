; Pointers into several address spaces, from memory or from a caller stay generic.
; RUN: muxc --target=host --passes='function(resolve-generic-pointers)' --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @choice(
; CHECK: load i32, ptr addrspace(4)
define i32 @choice(ptr addrspace(1) %p, ptr addrspace(3) %q, i1 %c) {
  %a = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %q to ptr addrspace(4)
  %either = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %x = load i32, ptr addrspace(4) %either
  ret i32 %x
}

; CHECK-LABEL: define i32 @of_a_caller(
; CHECK: load i32, ptr addrspace(4) %p
define i32 @of_a_caller(ptr addrspace(4) %p) {
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}

; CHECK-LABEL: define i32 @from_memory(
; CHECK: load ptr addrspace(4), ptr addrspace(1) %p
; CHECK: load i32, ptr addrspace(4)
define i32 @from_memory(ptr addrspace(1) %p) {
  %pointer = load ptr addrspace(4), ptr addrspace(1) %p
  %x = load i32, ptr addrspace(4) %pointer
  ret i32 %x
}
