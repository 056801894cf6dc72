; llvm.used alone does not make a function a target, and no number replaces a function in it.
; RUN: muxc --passes=lower-function-pointers --verify-each %s | FileCheck %s

; CHECK: @llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
; CHECK: @table = addrspace(1) constant [2 x ptr] [ptr inttoptr (i64 {{-?[0-9]+}} to ptr), ptr null]
@llvm.used = appending global [2 x ptr] [ptr @used, ptr @both], section "llvm.metadata"
@table = addrspace(1) constant [2 x ptr] [ptr @both, ptr null]

define spir_func void @used() {
  ret void
}
define spir_func void @both() {
  ret void
}
