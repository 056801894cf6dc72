// The pass has its place in the kernel pipeline, unless the build option says otherwise.
// RUN: muxc --target=hooks --pipeline=kernel %s | FileCheck %s
// RUN: muxc --target=hooks --pipeline=kernel -hooks-stores=counted %s | FileCheck %s
// RUN: muxc --target=hooks --pipeline=kernel -hooks-stores=plain %s | FileCheck --check-prefix=PLAIN %s
// RUN: not muxc --target=hooks --pipeline=kernel -hooks-stores=some %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: muxc --target=hooks --help | FileCheck --check-prefix=HELP %s
// CHECK: atomicrmw add
// PLAIN-NOT: atomicrmw add
// WRONG: error: option '-hooks-stores=some': the values are counted, plain
// HELP: Build options of the target hooks:
// HELP-NEXT: -hooks-stores=counted|plain
// HELP-NEXT: whether the device counts stores
kernel void k(global int *p) { p[get_global_id(0)] = 1; }
