; An access by a generic pointer of one known origin becomes an access to its address space, through
; variables, additions and selects.
; RUN: muxc --target=host --passes='function(resolve-generic-pointers)' --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @variable(
; CHECK-NOT: addrspacecast
; CHECK: load i32, ptr addrspace(1)
define i32 @variable(ptr addrspace(1) %p) {
  %slot = alloca ptr addrspace(4)
  %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  store ptr addrspace(4) %generic, ptr %slot
  %again = load ptr addrspace(4), ptr %slot
  %next = getelementptr i32, ptr addrspace(4) %again, i64 1
  %x = load i32, ptr addrspace(4) %next
  ret i32 %x
}

; CHECK-LABEL: define void @local(
; CHECK-NOT: addrspacecast
; CHECK: select i1 %c, ptr addrspace(3)
; CHECK: atomicrmw add ptr addrspace(3)
define void @local(ptr addrspace(3) %p, ptr addrspace(3) %q, i1 %c) {
  %a = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %q to ptr addrspace(4)
  %either = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %old = atomicrmw add ptr addrspace(4) %either, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define i32 @private(
; CHECK-NOT: addrspace
; CHECK: ret i32 7
define i32 @private() {
  %variable = alloca i32
  %generic = addrspacecast ptr %variable to ptr addrspace(4)
  store i32 7, ptr addrspace(4) %generic
  %x = load i32, ptr addrspace(4) %generic
  ret i32 %x
}
