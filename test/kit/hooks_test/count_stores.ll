; The target's pass by its name: stores to global memory are counted, others are not.
; RUN: muxc --target=hooks --passes='function(hooks-count-stores)' --verify-each %s | FileCheck %s
; RUN: not muxc --target=host --passes='function(hooks-count-stores)' %s 2>&1 | FileCheck --check-prefix=OTHER %s
; OTHER: muxc: error: there is no target 'host'; there are: hooks
target triple = "spir64"

; CHECK-LABEL: define void @f(
; CHECK: atomicrmw add ptr addrspace(1) inttoptr (i64 {{[0-9]+}} to ptr addrspace(1)), i64 1 monotonic
; CHECK-NEXT: store i32 1, ptr addrspace(1) %g
; CHECK-NEXT: store i32 2, ptr addrspace(3) %l
; CHECK-NEXT: store i32 3, ptr %p
; CHECK-NEXT: store volatile i32 4, ptr addrspace(1) %g
; CHECK-NEXT: ret void
define void @f(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr %p) {
  store i32 1, ptr addrspace(1) %g
  store i32 2, ptr addrspace(3) %l
  store i32 3, ptr %p
  store volatile i32 4, ptr addrspace(1) %g
  ret void
}
