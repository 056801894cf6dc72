; What is said of the vector registers is a lower bound, and nothing is said of devices without any.
; RUN: muxc --target=riscv --passes=riscv-vector-length %s | FileCheck %s --check-prefixes=CHECK,V128
; RUN: muxc --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+v,+zvl1024b" --passes=riscv-vector-length %s | FileCheck %s --check-prefixes=CHECK,V1024
; RUN: muxc --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d" --passes=riscv-vector-length %s | FileCheck %s --check-prefix=NONE

; CHECK: define void @f() [[ATTRIBUTES:#[0-9]+]]
; CHECK: declare void @g(){{$}}
; V128: attributes [[ATTRIBUTES]] = { vscale_range(2,1024) }
; V1024: attributes [[ATTRIBUTES]] = { vscale_range(16,1024) }
; NONE: define void @f() {
define void @f() {
  call void @g()
  ret void
}
declare void @g()
