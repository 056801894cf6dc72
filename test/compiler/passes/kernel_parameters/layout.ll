; Kind, alignment, offset and size of each parameter, naturally aligned, in order.
; RUN: muxc --passes=kernel-parameters --verify-each %s | FileCheck %s
; CHECK: @k({{.*}}) {{.*}} !kiln.parameters ![[P:[0-9]+]] !kiln.arguments_size ![[S:[0-9]+]]
; value, 1 at 0; value, 16 at 16; buffer, 8 at 32; local, aligned to 64 there, 8 at 40; value, 12 at 48
; CHECK: ![[P]] = !{i64 1, i64 1, i64 0, i64 1, i64 1, i64 16, i64 16, i64 16, i64 2, i64 8, i64 32, i64 8, i64 3, i64 64, i64 40, i64 8, i64 1, i64 4, i64 48, i64 12}
; CHECK: ![[S]] = !{i64 60}
target triple = "x86_64-unknown-linux-gnu"
%s = type { i8, i32, i32 }
define void @k(i8 %c, <4 x float> %v, ptr addrspace(1) %b, ptr addrspace(3) align 16 %l, ptr byval(%s) align 4 %s) "mux-kernel"="entry-point" {
  ret void
}
