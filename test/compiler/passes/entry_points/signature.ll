; The entry point takes over the kernel's name; it is hidden and loops over groups.
; RUN: muxc --passes=kernel-parameters,outline-work-items,work-item-loops,work-item-context,entry-points --verify-each %s | FileCheck %s
; CHECK-LABEL: define hidden void @k(ptr noalias readonly %arguments, ptr noalias readonly %schedule, i64 %first, i64 %last)
; CHECK: %x = load i32, ptr %{{.*}}, align 4, !invariant.load
; CHECK: icmp ult i64 %first, %last
; CHECK: group:
; CHECK: call void @k.group(i32 %x, ptr addrspace(3) %l, ptr %work_item)
; CHECK: br i1 {{.*}}, label %group, label %done
; CHECK: define internal void @k.group(
target triple = "x86_64-unknown-linux-gnu"
define void @k(i32 %x, ptr addrspace(3) %l) "mux-kernel"="entry-point" {
  ret void
}
