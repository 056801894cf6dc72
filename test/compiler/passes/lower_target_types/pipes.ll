; Pipes become addresses of their data, reservations integers. Conversions between both, in units of the
; library, go.
; RUN: muxc --passes=lower-target-types --verify-each %s | FileCheck %s
; CHECK-NOT: target(
declare ptr addrspace(1) @__mux_pipe_data_read(target("spirv.Pipe", 0))
declare ptr addrspace(1) @__mux_pipe_data_write(target("spirv.Pipe", 1))
declare target("spirv.Pipe", 0) @__mux_pipe_read(ptr addrspace(1))
declare target("spirv.Pipe", 1) @__mux_pipe_write(ptr addrspace(1))
declare i64 @__mux_reserve_word(target("spirv.ReserveId"))
declare target("spirv.ReserveId") @__mux_reserve_id(i64)

; CHECK-LABEL: define i32 @size(ptr addrspace(1) %in, ptr addrspace(1) %out)
; CHECK-NEXT: load i32, ptr addrspace(1) %in
; CHECK-NEXT: store i32 %size, ptr addrspace(1) %out
define i32 @size(target("spirv.Pipe", 0) %in, target("spirv.Pipe", 1) %out) {
  %data = call ptr addrspace(1) @__mux_pipe_data_read(target("spirv.Pipe", 0) %in)
  %size = load i32, ptr addrspace(1) %data
  %other = call ptr addrspace(1) @__mux_pipe_data_write(target("spirv.Pipe", 1) %out)
  store i32 %size, ptr addrspace(1) %other
  ret i32 %size
}

; CHECK-LABEL: define i64 @next(i64 %id)
; CHECK: alloca i64
; CHECK: store i64 %more
define i64 @next(target("spirv.ReserveId") %id) {
  %slot = alloca target("spirv.ReserveId")
  %word = call i64 @__mux_reserve_word(target("spirv.ReserveId") %id)
  %more = add i64 %word, 1
  %made = call target("spirv.ReserveId") @__mux_reserve_id(i64 %more)
  store target("spirv.ReserveId") %made, ptr %slot
  ret i64 %more
}

; A pipe defined in the program.
; CHECK-LABEL: define i32 @own(ptr addrspace(1) %ring)
; CHECK-NEXT: load i32, ptr addrspace(1) %ring
; CHECK-NEXT: store i32 %size, ptr addrspace(1) %ring
define i32 @own(ptr addrspace(1) %ring) {
  %in = call spir_func target("spirv.Pipe", 0) @__mux_pipe_read(ptr addrspace(1) %ring)
  %out = call spir_func target("spirv.Pipe", 1) @__mux_pipe_write(ptr addrspace(1) %ring)
  %data = call ptr addrspace(1) @__mux_pipe_data_read(target("spirv.Pipe", 0) %in)
  %size = load i32, ptr addrspace(1) %data
  %other = call ptr addrspace(1) @__mux_pipe_data_write(target("spirv.Pipe", 1) %out)
  store i32 %size, ptr addrspace(1) %other
  ret i32 %size
}
; CHECK-NOT: target(
; CHECK-NOT: declare
