; Kiln's passes and LLVM's can be mixed; printing and times go to standard error.
; RUN: muxc --passes="function(instcombine),verify-module" %s | FileCheck %s
; RUN: muxc --passes="function(instcombine),verify-module" --verify-each --print-after=verify-module %s \
; RUN:   -o %t.ll 2>&1 | FileCheck --check-prefix=PRINT %s
; RUN: muxc --passes=instcombine --time-passes %s -o %t.ll 2>&1 | FileCheck --check-prefix=TIME %s
; RUN: muxc --passes=instcombine --emit=bc %s -o %t.bc && muxc %t.bc | FileCheck %s

; CHECK: ret i32 3
; PRINT-NOT: module after instcombine
; PRINT: ; module after verify-module
; PRINT: define i32 @f
; TIME: Pass execution timing report
; TIME: InstCombinePass
define i32 @f() {
  %x = add i32 1, 2
  ret i32 %x
}
