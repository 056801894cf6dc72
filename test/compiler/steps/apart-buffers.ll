; Buffers known to be apart are marked, as by restrict.
; RUN: muxc --passes=apart-buffers --verify-each %s | FileCheck %s
; RUN: muxc --passes=apart-buffers --verify-each -cl-kiln-disable-steps=apart-buffers %s | FileCheck %s --check-prefix=OFF
; CHECK: define void @sum(ptr addrspace(1) noalias %a, ptr addrspace(2) noalias %c, ptr addrspace(3) %l, i32 %n)
; OFF-NOT: noalias
define void @sum(ptr addrspace(1) %a, ptr addrspace(2) %c, ptr addrspace(3) %l, i32 %n) "mux-kernel"="entry-point" {
  %x = load float, ptr addrspace(2) %c
  store float %x, ptr addrspace(1) %a
  ret void
}
