; A masked store of AVX-512 costs little, so it stays; so does a blend of the program, which becomes one.
; REQUIRES: x86_64
; RUN: muxc --passes=blend-stores --verify-each --target=host --target-properties=cpu=x86-64-v3 %s | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: muxc --passes=blend-stores --verify-each --target=host --target-properties=cpu=x86-64-v4 %s | FileCheck %s --check-prefixes=CHECK,AVX512

; CHECK-LABEL: @local(
; AVX2-NOT: @llvm.masked.store
; AVX512-NEXT: call void @llvm.masked.store
define void @local(ptr addrspace(3) %p, <8 x i32> %v, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p3(<8 x i32> %v, ptr addrspace(3) align 4 %p, <8 x i1> %m)
  ret void
}

; CHECK-LABEL: @own(
; AVX2: load volatile
; AVX512: load <8 x i32>
define void @own(ptr addrspace(1) %p, <8 x i32> %v, <8 x i1> %m) {
  %old = load <8 x i32>, ptr addrspace(1) %p
  %new = select <8 x i1> %m, <8 x i32> %v, <8 x i32> %old
  store <8 x i32> %new, ptr addrspace(1) %p
  ret void
}
