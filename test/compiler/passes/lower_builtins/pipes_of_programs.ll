; The function from a pipe's storage to a pipe is renamed for lower-target-types. A function of another
; type under this name is the program's.
; RUN: muxc --passes=lower-builtins --verify-each %s | FileCheck %s
; CHECK-DAG: declare target("spirv.Pipe", 0) @__mux_pipe_read(ptr addrspace(1))
; CHECK-DAG: declare i32 @__spirv_CreatePipeFromPipeStorage_write(i32)
; CHECK: call target("spirv.Pipe", 0) @__mux_pipe_read(ptr addrspace(1) @ring)
@ring = internal addrspace(1) global [192 x i8] zeroinitializer
declare target("spirv.Pipe", 0) @__spirv_CreatePipeFromPipeStorage_read(ptr addrspace(1))
declare i32 @__spirv_CreatePipeFromPipeStorage_write(i32)
declare void @use(target("spirv.Pipe", 0), i32)
define void @f() {
  %in = call target("spirv.Pipe", 0) @__spirv_CreatePipeFromPipeStorage_read(ptr addrspace(1) @ring)
  %n = call i32 @__spirv_CreatePipeFromPipeStorage_write(i32 1)
  call void @use(target("spirv.Pipe", 0) %in, i32 %n)
  ret void
}
