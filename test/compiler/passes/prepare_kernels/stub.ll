; The body of a kernel moves into its stub, with its attributes and metadata.
; RUN: muxc --passes=prepare-kernels --verify-each %s | FileCheck %s

; CHECK-LABEL: define dso_local spir_kernel void @k(ptr addrspace(1) noalias %p, i32 %n)
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK-SAME: !reqd_work_group_size [[SIZE:![0-9]+]]
; CHECK-NEXT: store i32 %n, ptr addrspace(1) %p
; CHECK-NEXT: ret void
; CHECK-NOT: __clang_ocl_kern_imp_
; CHECK: attributes [[ATTRIBUTES]] = { convergent "mux-kernel"="entry-point" "no-builtins" }
; CHECK: [[SIZE]] = !{i32 8, i32 1, i32 1}
define spir_kernel void @k(ptr addrspace(1) noalias %a, i32 %b) convergent !reqd_work_group_size !0 {
  call spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %a, i32 %b)
  ret void
}
define spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) noalias %p, i32 %n) alwaysinline convergent !reqd_work_group_size !0 {
  store i32 %n, ptr addrspace(1) %p
  ret void
}
!0 = !{i32 8, i32 1, i32 1}
