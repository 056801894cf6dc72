; A masked store to local memory becomes a load, a select and a store.
; RUN: muxc --passes='blend-stores' --verify-each %s | FileCheck %s
; RUN: muxc --passes='blend-stores' --verify-each -cl-kiln-disable-steps=blend-stores %s | FileCheck %s --check-prefix=OFF
; CHECK: load volatile <8 x i32>
; CHECK-NOT: call void @llvm.masked.store
; OFF: call void @llvm.masked.store
define void @f(ptr addrspace(3) %p, <8 x i32> %v, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p3(<8 x i32> %v, ptr addrspace(3) align 4 %p, <8 x i1> %m)
  ret void
}
