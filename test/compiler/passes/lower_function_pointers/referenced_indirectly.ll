; Functions marked "referenced-indirectly" have numbers although nothing takes their address. With
; addresses of 32 bits a number has 32 bits.
; RUN: muxc --passes=lower-function-pointers,check-calls --verify-each %s | FileCheck %s

target datalayout = "e-p:32:32-i64:64-G1"
target triple = "spir"

define spir_func i32 @plain(i32 %x) {
  ret i32 %x
}
define spir_func i32 @marked(i32 %x) "referenced-indirectly" {
  ret i32 %x
}

; CHECK-LABEL: define spir_func i32 @call(
; CHECK: %[[F:.*]] = inttoptr i32 %number to ptr
; CHECK: %[[N:.*]] = ptrtoint ptr %[[F]] to i32
; CHECK: call spir_func i32 @kiln.indirect_call(i32 %[[N]], i32 3)
define spir_func i32 @call(i32 %number) {
  %f = inttoptr i32 %number to ptr
  %r = call spir_func i32 %f(i32 3)
  ret i32 %r
}

; CHECK-LABEL: define internal spir_func i32 @kiln.indirect_call(i32 %0, i32 %1)
; CHECK: i32 {{-?[0-9]+}}, label
; CHECK-NEXT: ]
; CHECK: call spir_func i32 @marked(

; CHECK: !kiln.function_pointers = !{![[M:.*]]}
; CHECK: ![[M]] = !{!"marked", i64 {{[0-9]+}}}
