// muxc takes SPIR-V wherever it takes OpenCL C.
// RUN: clang --target=spirv64 -O0 -c %s -o %t.spv
// RUN: muxc %t.spv | FileCheck %s
// RUN: muxc --pipeline=finalize --verify-each %t.spv | FileCheck --check-prefix=FINAL %s

// CHECK: target triple = "spir64"
// CHECK: define spir_kernel void @twice(ptr addrspace(1)
// CHECK-SAME: !reqd_work_group_size [[SIZE:![0-9]+]]
// CHECK: call spir_func i64 @_Z13get_global_idj(i32 0)
// CHECK: [[SIZE]] = !{i32 8, i32 1, i32 1}

// FINAL: define {{.*}}spir_kernel void @twice(ptr addrspace(1)
// FINAL-SAME: !reqd_work_group_size
// FINAL: call i64 @__mux_get_global_id(i32 0)
__attribute__((reqd_work_group_size(8, 1, 1))) kernel void twice(global int *p) {
  p[get_global_id(0)] *= 2;
}
