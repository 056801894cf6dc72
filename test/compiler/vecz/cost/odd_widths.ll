; Vectors hold a power of two of work-items, also where a register holds another number of elements.
; RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v4;features=" -cl-kiln-vectorize=always -cl-kiln-remarks -o /dev/null %s 2>&1 | FileCheck %s
; REQUIRES: x86_64
; CHECK: kernel 'k' is vectorised: 8 work-items along dimension 0
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %a, i64 %x) {
  %y = trunc i64 %x to i40
  store i40 %y, ptr addrspace(1) %a
  ret void
}
