; Numbers of public functions depend on their symbols alone. Internal functions with one name have
; others in programs with other kernels.
; RUN: split-file %s %t
; RUN: muxc --passes=lower-function-pointers --verify-each %t/first.ll > %t/first
; RUN: muxc --passes=lower-function-pointers --verify-each %t/second.ll > %t/second
; RUN: cat %t/first %t/second | FileCheck %s

; CHECK: @table = constant [2 x ptr] [ptr inttoptr (i64 [[PUBLIC:-?[0-9]+]] to ptr), ptr inttoptr (i64 [[INTERNAL:-?[0-9]+]] to ptr)]
; CHECK: @more = constant [2 x ptr] [
; CHECK-NOT: i64 [[INTERNAL]] to ptr
; CHECK: ptr inttoptr (i64 [[PUBLIC]] to ptr)]
; CHECK: !{!"public", i64 [[PUBLIC]]}

;--- first.ll
@table = constant [2 x ptr] [ptr @public, ptr @internal]
define spir_func void @public() {
  ret void
}
define internal spir_func void @internal() {
  ret void
}
define spir_kernel void @k() {
  ret void
}

;--- second.ll
@more = constant [2 x ptr] [ptr @internal, ptr @public]
define internal spir_func void @internal() {
  ret void
}
define spir_func void @public() {
  ret void
}
define spir_kernel void @other() {
  ret void
}
