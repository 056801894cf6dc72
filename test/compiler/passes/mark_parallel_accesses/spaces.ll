; Plain accesses to shared memory and to frame slots are independent between work-items. Atomic and volatile
; ones, and private variables, are not marked.
; RUN: muxc --passes=mark-parallel-accesses --verify-each %s | FileCheck %s
; CHECK: load i32, ptr addrspace(1) %g, align 4, !llvm.access.group
; CHECK: store i32 %x, ptr addrspace(3) %l, align 4, !llvm.access.group
; CHECK: store i32 %x, ptr %slot, align 4, !llvm.access.group
; CHECK: store volatile i32 %x, ptr addrspace(1) %g, align 4{{$}}
; CHECK: store i32 %x, ptr %v, align 4{{$}}
; CHECK: load atomic i32, ptr addrspace(1) %g monotonic, align 4{{$}}
declare ptr @kiln.item_frame(i64, i64)
define void @k(ptr addrspace(1) %g, ptr addrspace(3) %l) {
  %v = alloca i32
  %slot = call ptr @kiln.item_frame(i64 0, i64 4)
  %x = load i32, ptr addrspace(1) %g
  store i32 %x, ptr addrspace(3) %l
  store i32 %x, ptr %slot
  store volatile i32 %x, ptr addrspace(1) %g
  store i32 %x, ptr %v
  %y = load atomic i32, ptr addrspace(1) %g monotonic, align 4
  ret void
}
