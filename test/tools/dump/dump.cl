// KILN_DUMP: files of the stages of each kernel, and the same through clGetKernelWorkGroupInfo.
// RUN: rm -rf %t && mkdir -p %t/dumps && cd %t
// RUN: env KILN_DUMP=ir,asm KILN_DUMP_DIR=dumps clrun -g 64 -k doubled %s 'float[64]=1' --print=0 2>&1 | FileCheck --check-prefix=RESULT %s
// RESULT: 0: 2 2
// RUN: ls dumps | FileCheck --check-prefix=FILES %s
// FILES: {{^}}[[HASH:[0-9a-f]{16}\.[a-z0-9]+]].doubled.final.ll
// FILES-NEXT: {{^}}[[HASH]].doubled.kernel.ll
// FILES-NEXT: {{^}}[[HASH]].doubled.s
// FILES-NEXT: {{^}}[[HASH]].frontend.ll
// FILES-NEXT: {{^}}[[HASH]].other.final.ll
// FILES-NEXT: {{^}}[[HASH]].other.kernel.ll
// FILES-NEXT: {{^}}[[HASH]].other.s
// RUN: cat dumps/*.frontend.ll | FileCheck --check-prefix=FRONTEND %s
// FRONTEND: define {{.*}}spir_kernel void @doubled(
// FRONTEND: define {{.*}}spir_kernel void @other(
// RUN: cat dumps/*.doubled.final.ll | FileCheck --check-prefix=FINAL %s
// FINAL: define {{.*}}@doubled(
// FINAL-NOT: define {{.*}}@other(
// RUN: cat dumps/*.doubled.s | FileCheck --check-prefix=ASM %s
// ASM: .text
// Other options are another program; the current folder is the default; what is there is replaced.
// RUN: env KILN_DUMP=asm clrun -g 64 -k doubled %s -DX 'float[64]=1' && env KILN_DUMP=asm clrun -g 64 -k doubled %s -DX 'float[64]=1' && ls | FileCheck --check-prefix=HERE %s
// HERE-NOT: .ll
// HERE-COUNT-2: .s
// HERE-NOT: .s
// The cache does not hide it.
// RUN: env KILN_CACHE=1 KILN_CACHE_DIR=%t/cache clrun -g 64 -k doubled %s 'float[64]=1'
// RUN: mkdir again && env KILN_CACHE=1 KILN_CACHE_DIR=%t/cache KILN_DUMP=asm KILN_DUMP_DIR=again clrun -g 64 -k doubled %s 'float[64]=1' && ls again | FileCheck --check-prefix=AGAIN %s
// AGAIN: .doubled.s
// Intermediate code from a container has no front end.
// RUN: cp %s k.cl && clc --target=riscv k.cl -o k.kbin && mkdir ir && env KILN_DUMP=ir KILN_DUMP_DIR=ir clrun -g 64 -k doubled k.kbin 'float[64]=1' && ls ir | FileCheck --check-prefix=CONTAINER %s
// CONTAINER: .doubled.final.ll
// CONTAINER-NOT: frontend
// What cannot be is said, and changes nothing.
// RUN: env KILN_DUMP=asm,nonsense KILN_DUMP_DIR=/nowhere clrun -g 64 -k doubled %s 'float[64]=1' --print=0 2>&1 | FileCheck --check-prefix=WRONG %s
// WRONG: kiln: KILN_DUMP: 'nonsense' is neither ir nor asm, and ignored
// WRONG: kiln: KILN_DUMP: '/nowhere/{{.*}}.s': No such file
// WRONG: 0: 2 2

kernel void doubled(global float *a) { a[get_global_id(0)] *= 2.0f; }
kernel void other(global int *a) { a[get_global_id(0)] += 7; }
