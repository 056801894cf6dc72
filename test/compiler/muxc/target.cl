// From source to every kind of output of a target.
// RUN: muxc --pipeline=kernel --target=host --verify-each %s | FileCheck --check-prefix=IR %s
// RUN: muxc --pipeline=kernel --target=host --emit=asm %s | FileCheck --check-prefix=ASM %s
// RUN: muxc --pipeline=kernel --target=host --emit=obj %s -o %t.o
// RUN: llvm-readobj --symbols %t.o | FileCheck --check-prefix=OBJECT %s
// RUN: muxc --pipeline=kernel --target=host --local-size=8,1,1 --emit=binary %s -o %t.so
// RUN: llvm-readobj --file-headers --dyn-symbols %t.so | FileCheck --check-prefix=BINARY %s

// IR-NOT: spir
// IR: @kiln_kernels =
// ASM: kiln_kernels:
// OBJECT: Name: kiln_kernels
// BINARY: Type: SharedObject
// BINARY: Name: kiln_kernels
kernel void k(global int *p, local int *l) {
  int i = get_local_id(0);
  l[i] = p[get_global_id(0)] / 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = l[get_local_size(0) - 1 - i];
}
