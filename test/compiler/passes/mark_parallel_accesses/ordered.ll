; An object with a store and an access at another address is not marked: the loop vectoriser would take its
; accesses for independent within a work-item, too.
; RUN: muxc --passes=mark-parallel-accesses --verify-each %s | FileCheck %s
; CHECK: %x = load i32, ptr addrspace(1) %g, align 4, !llvm.access.group
; CHECK: %first = load i32, ptr %slot, align 4{{$}}
; CHECK: store i32 0, ptr %any, align 4{{$}}
; CHECK: %last = load i32, ptr %end, align 4{{$}}
; CHECK: store i32 %last, ptr addrspace(1) %h, align 4, !llvm.access.group
declare ptr @kiln.item_frame(i64, i64)
define void @k(ptr addrspace(1) %g, ptr addrspace(1) %h) {
  %x = load i32, ptr addrspace(1) %g
  %slot = call ptr @kiln.item_frame(i64 0, i64 16)
  %first = load i32, ptr %slot
  %any = getelementptr i32, ptr %slot, i32 %x
  store i32 0, ptr %any
  %again = call ptr @kiln.item_frame(i64 0, i64 16)
  %end = getelementptr i32, ptr %again, i32 3
  %last = load i32, ptr %end
  store i32 %last, ptr addrspace(1) %h
  ret void
}
