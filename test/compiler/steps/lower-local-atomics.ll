; An atomic operation on local memory becomes a load and a store.
; RUN: muxc --passes='lower-local-atomics' --verify-each %s | FileCheck %s
; RUN: muxc --passes='lower-local-atomics' --verify-each -cl-kiln-disable-steps=lower-local-atomics %s | FileCheck %s --check-prefix=OFF
; CHECK-NOT: atomicrmw
; CHECK: store i32
; OFF: atomicrmw
define void @f(ptr addrspace(3) %p) {
  %old = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  ret void
}
