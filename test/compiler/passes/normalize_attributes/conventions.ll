; One calling convention, no optnone, no library functions, everything else internal.
; RUN: muxc --passes=normalize-attributes --verify-each %s | FileCheck %s
; CHECK: @table = internal
; CHECK: define internal i32 @helper(i32 %x) [[PLAIN:#[0-9]+]]
; CHECK: define dso_local void @k(ptr addrspace(1) %p)
; CHECK: call i32 @helper(
; CHECK: attributes [[PLAIN]] = { "no-builtins" }
target triple = "spir64"
@table = addrspace(2) constant [2 x i32] zeroinitializer
define spir_func i32 @helper(i32 %x) #0 {
  ret i32 %x
}
define spir_kernel void @k(ptr addrspace(1) %p) #1 {
  %x = call spir_func i32 @helper(i32 1)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
attributes #0 = { optnone noinline }
attributes #1 = { "mux-kernel"="entry-point" }
