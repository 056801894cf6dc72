// The kernel keeps the variables through finalize: nothing folds their initial values.
// RUN: muxc -cl-std=CL3.0 --pipeline=finalize --target=host %s | FileCheck %s
// CHECK: @x = internal addrspace(1) global i32 5
// CHECK: define {{.*}}spir_kernel void @k(
// CHECK: load i32, ptr addrspace(1) @x
// CHECK: define {{.*}}spir_kernel void @kiln.access_variables({{.*}} #[[A:[0-9]+]]
// CHECK: attributes #[[A]] = {{.*}}"mux-kernel"="entry-point"
// CHECK: !kiln.global_variables = !{[[X:![0-9]+]]}
// CHECK: [[X]] = !{!"x", i64 4, i32 3}
global int x = 5;
kernel void k(global int *out) { *out = x; }
