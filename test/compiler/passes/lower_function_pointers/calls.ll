; A call through a pointer becomes a choice among the functions of its type whose address is taken.
; RUN: muxc --passes=lower-function-pointers,check-calls --verify-each %s | FileCheck %s

target datalayout = "e-i64:64-G1"
target triple = "spir64"

; CHECK: @table = addrspace(1) constant [2 x ptr] [ptr inttoptr (i64 [[TWICE:-?[0-9]+]] to ptr), ptr inttoptr (i64 [[SQUARE:-?[0-9]+]] to ptr)]
@table = addrspace(1) constant [2 x ptr] [ptr @twice, ptr @square]

define spir_func i32 @twice(i32 %x) {
  %y = add i32 %x, %x
  ret i32 %y
}
define spir_func i32 @square(i32 %x) {
  %y = mul i32 %x, %x
  ret i32 %y
}
; It has the type too, but no pointer can reach it.
define spir_func i32 @direct(i32 %x) {
  ret i32 %x
}

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %[[N:.*]] = ptrtoint ptr %f to i64
; CHECK: %r = call spir_func i32 @kiln.indirect_call(i64 %[[N]], i32 7)
define spir_kernel void @k(ptr addrspace(1) %out, i64 %i) {
  %slot = getelementptr [2 x ptr], ptr addrspace(1) @table, i64 0, i64 %i
  %f = load ptr, ptr addrspace(1) %slot
  %r = call spir_func i32 %f(i32 7)
  %s = call spir_func i32 @direct(i32 %r)
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define internal spir_func i32 @kiln.indirect_call(i64 %0, i32 %1)
; CHECK: switch i64 %0, label %none [
; CHECK-NEXT: i64 [[TWICE]], label %[[A:.*]]
; CHECK-NEXT: i64 [[SQUARE]], label %[[B:.*]]
; CHECK-NEXT: ]
; CHECK: none:
; CHECK-NEXT: ret i32 0
; CHECK: [[A]]:
; CHECK-NEXT: %[[R:.*]] = call spir_func i32 @twice(i32 %1)
; CHECK-NEXT: ret i32 %[[R]]
; CHECK: [[B]]:
; CHECK-NEXT: call spir_func i32 @square(i32 %1)
; CHECK-NOT: @direct

; CHECK: !kiln.function_pointers = !{![[T:.*]], ![[S:.*]]}
; CHECK: ![[T]] = !{!"twice", i64 [[TWICE]]}
; CHECK: ![[S]] = !{!"square", i64 [[SQUARE]]}
