; Sizes of work-groups in SPIR: the last dimensions may be left out, all else is an error.
; REQUIRES: host
; RUN: llvm-as %s -o %t.bc
; RUN: clc --target=host -emit-llvm -S %t.bc -o - | FileCheck %s
; RUN: sed 's/i32 2, i32 3/i32 2, !"three"/' %s | llvm-as -o %t.bc
; RUN: not clc --target=host %t.bc -o %t.kbin 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: sed 's/i32 2, i32 3/i32 2, i32 0/' %s | llvm-as -o %t.bc
; RUN: not clc --target=host %t.bc -o %t.kbin 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: sed 's/i32 2, i32 3/i32 -1, i32 -1/' %s | llvm-as -o %t.bc
; RUN: not clc --target=host %t.bc -o %t.kbin 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: sed 's/i32 2, i32 3/i32 2, i32 3, i32 1, i32 1/' %s | llvm-as -o %t.bc
; RUN: not clc --target=host %t.bc -o %t.kbin 2>&1 | FileCheck %s --check-prefix=ERROR
; CHECK: !{i32 2, i32 3, i32 1}
; ERROR: error: kernel 'k': 'reqd_work_group_size' is no size of a work-group
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %a) !reqd_work_group_size !0 {
  ret void
}

!0 = !{i32 2, i32 3}
