// With -g and without optimisation an object says where the variables of a work-item are, whichever
// language the kernel came in, and behind barriers too; optimised code has lines alone.
// REQUIRES: riscv
// RUN: muxc --pipeline=kernel --target=host --verify-each --emit=obj -g -cl-opt-disable %s -o %t.o
// RUN: llvm-dwarfdump --debug-info %t.o | FileCheck %s
// RUN: muxc --pipeline=kernel --target=riscv --verify-each --emit=obj -g -cl-opt-disable %s -o %t.riscv.o
// RUN: llvm-dwarfdump --debug-info %t.riscv.o | FileCheck %s
// RUN: clang --target=spir64 -emit-llvm -c -O0 -g %s -o %t.bc
// RUN: muxc --pipeline=kernel --target=host --verify-each --emit=obj -g -cl-opt-disable %t.bc -o %t.bc.o
// RUN: llvm-dwarfdump --debug-info %t.bc.o | FileCheck %s
// RUN: clang-15 --target=spir64 -emit-llvm -Xclang -no-opaque-pointers -c -O0 -g %s -o %t.old.bc
// RUN: llvm-spirv-15 %t.old.bc -o %t.spv
// RUN: muxc --pipeline=kernel --target=host --verify-each --emit=obj -g -cl-opt-disable %t.spv -o %t.spv.o
// RUN: llvm-dwarfdump --debug-info %t.spv.o | FileCheck %s --check-prefix=SPIRV
// RUN: muxc --pipeline=kernel --target=host --verify-each --emit=obj -g %s -o %t.fast.o
// RUN: llvm-dwarfdump --debug-info %t.fast.o | FileCheck %s --check-prefix=FAST
// CHECK-NOT: xderef
// CHECK: DW_AT_linkage_name ("f.region0")
// CHECK: DW_TAG_formal_parameter
// CHECK-NEXT: DW_AT_location (DW_OP_fbreg
// CHECK-NEXT: DW_AT_name ("a")
// CHECK: DW_AT_name ("both")
// CHECK: DW_TAG_lexical_block
// CHECK: DW_AT_linkage_name ("f.region1")
// CHECK: DW_AT_name ("a")
// CHECK: DW_AT_name ("both")
// CHECK: DW_TAG_structure_type
// SPIRV: DW_TAG_formal_parameter
// SPIRV: DW_AT_name ("a")
// SPIRV: DW_AT_name ("both")
// FAST: DW_TAG_subprogram
// FAST-NOT: DW_TAG_formal_parameter
// FAST-NOT: DW_TAG_variable
struct pair {
  int number;
  float value;
};
kernel void f(global float *a, local float *l) {
  size_t i = get_local_id(0);
  struct pair both = {(int)i, a[i]};
  for (int k = 0; k < 3; ++k) {
    both.value += k;
  }
  l[i] = both.value;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = l[i ^ 1] + both.number;
}
