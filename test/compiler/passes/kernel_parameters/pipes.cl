// A pipe is passed like a buffer, as the address of its data.
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host --print-after=kernel-parameters %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host %s | FileCheck %s --check-prefix=ENTRY
// Kind, alignment, offset, size: a value, a pipe.
// CHECK: !{{[0-9]+}} = !{i64 1, i64 4, i64 0, i64 4, i64 2, i64 8, i64 8, i64 8
// ENTRY-LABEL: define {{.*}}void @f(ptr noalias readonly {{.*}}%arguments
// ENTRY-NOT: target(
kernel void f(int n, write_only pipe int out) { write_pipe(out, &n); }
