; Atomics on local memory become plain accesses, since one thread runs the group; others stay.
; RUN: muxc --passes=lower-local-atomics --verify-each %s | FileCheck %s
; CHECK-LABEL: @k(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %l
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %l
; CHECK-NOT: cmpxchg
; CHECK: load i32, ptr addrspace(3) %l
; CHECK: icmp eq i32
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %l
; CHECK: atomicrmw add ptr addrspace(1) %g, i32 %[[OLD]] monotonic
define void @k(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  %old = atomicrmw volatile add ptr addrspace(3) %l, i32 1 monotonic
  %pair = cmpxchg ptr addrspace(3) %l, i32 4, i32 5 monotonic monotonic
  %other = atomicrmw add ptr addrspace(1) %g, i32 %old monotonic
  ret void
}
