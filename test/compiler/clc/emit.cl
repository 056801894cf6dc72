// Other forms than containers: assembly, LLVM IR, SPIR-V, which are inputs again.
// REQUIRES: riscv
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s k.cl
// RUN: clc -S --target=host --cpu=x86-64-v3 k.cl && FileCheck --check-prefix=ASM %s < k.s
// RUN: clc -S --target=riscv k.cl -o - | FileCheck --check-prefix=RISCV %s
// RUN: clc -emit-llvm -S k.cl && FileCheck --check-prefix=IR %s < k.ll
// RUN: clc -emit-llvm k.cl && clc --target=host k.bc -o b.kbin && clc --dump b.kbin | FileCheck --check-prefix=KERNEL %s
// RUN: clc -emit-spirv k.cl && spirv-val --target-env opencl2.2 k.spv && spirv-dis k.spv | FileCheck --check-prefix=SPIRV %s
// RUN: clc --target=host k.spv -o s.kbin && clc --dump s.kbin | FileCheck --check-prefix=KERNEL %s
// All targets of 64 bits take it, and the others are left out, which -v says, with the reason.
// RUN: clc k.spv -o all.kbin 2>&1 | count 0
// RUN: clc -v k.spv -o all.kbin 2>&1 | FileCheck --check-prefix=LEFT %s
// RUN: clc --dump all.kbin | FileCheck --check-prefix=ALL %s
// RUN: cp k.cl l.cl && clc -c -emit-llvm k.cl l.cl && ls k.bc l.bc
// RUN: env KILN_ISOLATE=1 clc -S --target=host --cpu=x86-64-v3 k.cl -o i.s && cmp i.s k.s
// What LLVM's back end cannot write is an error, and no file.
// RUN: not clc -emit-spirv -DHARD k.cl -o x.spv 2>&1 | FileCheck --check-prefix=HARD %s
// RUN: not ls x.spv

// ASM: .globl
// ASM: v{{add|mul}}ps
// RISCV: vf{{add|mul}}.v
// IR: target triple = "spir{{(64)?}}"
// IR: define {{.*}}spir_kernel void @doubled(
// KERNEL: kernel: doubled(
// SPIRV: OpEntryPoint Kernel %{{[a-z0-9_]+}} "doubled"
// LEFT: clc: warning: nothing is made for a target: riscv32: {{.*}}OpMemoryModel
// ALL: target: host
// ALL: target: riscv
// HARD: clc: error:

kernel void doubled(global float *a) {
  size_t i = get_global_id(0);
  a[i] = a[i] * 2.0f;
}
#ifdef HARD
kernel void hard(global int *a) {
  __asm__ volatile("nop" : : "r"(a[0]));
}
#endif
