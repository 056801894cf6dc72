// Binaries of both address widths and all ABIs are verified when they are linked: they have
// RELATIVE relocations alone and need nothing.
// RUN: muxc --pipeline=kernel --target=riscv --emit=binary %s -o %t.64
// RUN: llvm-readelf --file-header --dyn-syms --relocations --dynamic %t.64 | FileCheck %s --check-prefixes=CHECK,RV64 --implicit-check-not=NEEDED
// RUN: muxc --pipeline=kernel --target=riscv32 --emit=binary %s -o %t.32
// RUN: llvm-readelf --file-header --dyn-syms --relocations --dynamic %t.32 | FileCheck %s --check-prefixes=CHECK,RV32 --implicit-check-not=NEEDED
// RUN: muxc --pipeline=kernel --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d;abi=lp64" --emit=binary %s -o %t.soft
// RUN: llvm-readelf --file-header %t.soft | FileCheck %s --check-prefix=SOFT
// RUN: muxc --pipeline=kernel --target=riscv32 --target-properties="cpu=generic-rv32;features=+m,+a,+f,+d;abi=ilp32" --emit=binary %s -o %t.soft32
// RUN: llvm-readelf --file-header %t.soft32 | FileCheck %s --check-prefix=SOFT

// RV64: Class: ELF64
// RV32: Class: ELF32
// CHECK: Machine: RISC-V
// CHECK: Flags: 0x5, RVC, double-float ABI
// SOFT: Flags: 0x0
// CHECK: contains 1 entries
// CHECK: R_RISCV_RELATIVE
// CHECK: GLOBAL DEFAULT {{.*}} kiln_kernels
kernel void k(global long *p, local long *l, constant struct { long a, b[40]; } *s) {
  size_t i = get_local_id(0);
  l[i] = p[get_global_id(0)] / s->b[i % 40];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = l[get_local_size(0) - 1 - i] % s->a + (long)convert_float(l[i]);
}
