; Accesses of different work-items are marked as independent.
; RUN: muxc --passes='mark-parallel-accesses' --verify-each %s | FileCheck %s
; RUN: muxc --passes='mark-parallel-accesses' --verify-each -cl-kiln-disable-steps=mark-parallel-accesses %s | FileCheck %s --check-prefix=OFF
; CHECK: !llvm.access.group
; OFF-NOT: !llvm.access.group
; OFF: ret i32
define i32 @f(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  ret i32 %x
}
