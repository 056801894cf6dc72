; The calls in a choice pass arguments as the called functions take them, whatever the call through
; the pointer says.
; RUN: muxc --passes=lower-function-pointers,check-calls --verify-each %s | FileCheck %s

%pair = type { i32, i32 }
@table = addrspace(2) constant [2 x ptr] [ptr @byValue, ptr @byReference]

define spir_func void @byValue(ptr sret(%pair) align 4 %result, ptr byval(%pair) align 8 %p) {
  ret void
}
define spir_func void @byReference(ptr %result, ptr %p) {
  ret void
}

; CHECK-LABEL: define spir_func void @call(
; CHECK: call spir_func void @kiln.indirect_call(i64 %{{.*}}, ptr %a, ptr %b)
define spir_func void @call(ptr %f, ptr %a, ptr %b) {
  call spir_func void %f(ptr %a, ptr byval(%pair) %b)
  ret void
}

; CHECK-LABEL: define internal spir_func void @kiln.indirect_call(
; CHECK: call spir_func void @byValue(ptr sret(%pair) align 4 %1, ptr byval(%pair) align 8 %2)
; CHECK: call spir_func void @byReference(ptr %1, ptr %2)
