; A blend of the program stays one: code generation makes a masked store of a load that is not volatile.
; RUN: muxc --passes=blend-stores --verify-each %s | FileCheck %s

; CHECK-LABEL: @either(
; CHECK: load volatile <8 x i32>, ptr addrspace(1) %p
; CHECK: load volatile <8 x i32>, ptr addrspace(1) %q
define void @either(ptr addrspace(1) %p, ptr addrspace(1) %q, <8 x i32> %v, <8 x i1> %m) {
  %old = load <8 x i32>, ptr addrspace(1) %p
  %new = select <8 x i1> %m, <8 x i32> %v, <8 x i32> %old
  store <8 x i32> %new, ptr addrspace(1) %p
  %before = load <8 x i32>, ptr addrspace(1) %q
  %behind = select <8 x i1> %m, <8 x i32> %before, <8 x i32> %v
  store <8 x i32> %behind, ptr addrspace(1) %q
  ret void
}

; The old elements may have other uses.
; CHECK-LABEL: @used(
; CHECK: load volatile <8 x i32>, ptr %p
define void @used(ptr %p, <8 x i1> %m) {
  %old = load <8 x i32>, ptr %p
  %double = add <8 x i32> %old, %old
  %new = select <8 x i1> %m, <8 x i32> %double, <8 x i32> %old
  store <8 x i32> %new, ptr %p
  ret void
}

; Another place, one condition for all elements, and a single element.
; CHECK-LABEL: @other(
; CHECK-NOT: volatile
define void @other(ptr %p, ptr %q, <8 x i32> %v, <8 x i1> %m, i1 %c, i32 %x) {
  %old = load <8 x i32>, ptr %p
  %new = select <8 x i1> %m, <8 x i32> %v, <8 x i32> %old
  store <8 x i32> %new, ptr %q
  %all = load <8 x i32>, ptr %p
  %one = select i1 %c, <8 x i32> %v, <8 x i32> %all
  store <8 x i32> %one, ptr %p
  %element = load i32, ptr %p
  %chosen = select i1 %c, i32 %x, i32 %element
  store i32 %chosen, ptr %p
  ret void
}
