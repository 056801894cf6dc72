; A buffer with room for two and a half records: two are written, a zero marks the third's place, and two
; are counted as dropped.
; RUN: muxc --passes=lower-printf %s | lli -
; RUN: muxc --passes='lower-printf,default<O2>' %s | lli -
target triple = "x86_64-unknown-linux-gnu"
@format = addrspace(2) constant [3 x i8] c"%d\00"
@storage = addrspace(1) global [14 x i32] zeroinitializer, align 8
define ptr addrspace(1) @__mux_get_printf_buffer() {
  ret ptr addrspace(1) @storage
}
declare spir_func i32 @printf(ptr addrspace(2), ...)
define i32 @main() {
  store i32 40, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @storage, i64 8)
  %a = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 -5)
  %b = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 7)
  store i32 99, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @storage, i64 48)
  %c = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 7)
  %d = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 7)
  %used = load i32, ptr addrspace(1) @storage
  %dropped = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @storage, i64 4)
  %end = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @storage, i64 48)
  %value = load i64, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @storage, i64 24)
  %ok1 = icmp eq i32 %used, 48
  %ok2 = icmp eq i32 %dropped, 2
  %ok3 = icmp eq i32 %end, 0
  %ok4 = icmp eq i64 %value, -5
  %ok5 = icmp eq i32 %b, 0
  %ok6 = icmp eq i32 %c, -1
  %x = and i1 %ok1, %ok2
  %y = and i1 %ok3, %ok4
  %z = and i1 %ok5, %ok6
  %xy = and i1 %x, %y
  %xyz = and i1 %xy, %z
  %r = select i1 %xyz, i32 0, i32 1
  ret i32 %r
}
