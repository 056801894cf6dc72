; An access by a generic pointer becomes one by the pointer that it comes from.
; RUN: muxc --target=host --passes='function(resolve-generic-pointers)' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --passes='function(resolve-generic-pointers)' --verify-each -cl-kiln-disable-steps=resolve-generic-pointers %s | FileCheck %s --check-prefix=OFF
; CHECK: load i32, ptr addrspace(1)
; OFF: load i32, ptr addrspace(4)
target triple = "x86_64-unknown-linux-gnu"
define i32 @f(ptr addrspace(1) %p) {
  %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %x = load i32, ptr addrspace(4) %generic
  ret i32 %x
}
