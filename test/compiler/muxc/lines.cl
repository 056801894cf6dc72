// With -g an object says which lines of the source its code is of, in all that the pipeline makes of
// a kernel, whichever language it came in; without, it says nothing.
// RUN: muxc --pipeline=kernel --target=host --verify-each --emit=obj -g %s -o %t.o
// RUN: llvm-dwarfdump --debug-info --debug-line %t.o | FileCheck %s
// RUN: clang-15 --target=spir64 -emit-llvm -Xclang -no-opaque-pointers -c -O0 -g %s -o %t.old.bc
// RUN: llvm-spirv-15 %t.old.bc -o %t.spv
// RUN: muxc --pipeline=kernel --target=host --verify-each --emit=obj -g %t.spv -o %t.spv.o
// RUN: llvm-dwarfdump --debug-info --debug-line %t.spv.o | FileCheck %s
// RUN: clang --target=spir64 -emit-llvm -c -O0 -g %s -o %t.bc
// RUN: muxc --pipeline=kernel --target=host --verify-each --emit=obj -g %t.bc -o %t.bc.o
// RUN: llvm-dwarfdump --debug-info --debug-line %t.bc.o | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --emit=obj %s -o %t.plain.o
// RUN: llvm-readobj --sections %t.plain.o | FileCheck %s --check-prefix=PLAIN
// CHECK: DW_TAG_compile_unit
// CHECK: DW_TAG_subprogram
// CHECK: name: "{{.*lines.cl|<source>}}"
// CHECK-DAG: {{^0x[0-9a-f]+}} [[@LINE+7]] {{[0-9]+}}
// CHECK-DAG: {{^0x[0-9a-f]+}} [[@LINE+9]] {{[0-9]+}}
// PLAIN-NOT: .debug
kernel void f(global float *a, local float *l) {
  size_t i = get_local_id(0);
  float x = 0.0f;

  l[i] = a[i] * 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  x = l[i ^ 1];
  a[i] = sqrt(x);
}
