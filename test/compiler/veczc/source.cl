// OpenCL C goes through all that comes before the vectoriser, and no further.
// RUN: veczc --target=host --width=8 --remarks --verify-each %s 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: veczc --target=host --width=4 --dimension=1 --remarks %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: veczc --target=riscv %s --emit=bc -o %t.bc
// RUN: veczc --passes=no-op-module %t.bc | FileCheck %s --check-prefix=PASSES
// CHECK: define {{.*}} @k(
// CHECK: call {{.*}} @k.items(
// CHECK: load <8 x float>
// CHECK-NOT: kiln_kernels
// REMARK: remark: {{.*}}:[[@LINE+4]]: kernel 'k' is vectorised: 8 work-items along dimension 0
// ONE: kernel 'k' is vectorised: 4 work-items along dimension 1
// PASSES: target triple = "riscv64
// PASSES: <{{[0-9]+}} x float>
kernel void k(global float *a) {
  a[get_global_id(0) + get_global_size(0) * get_global_id(1)] *= 2.0f;
}
// REQUIRES: riscv
