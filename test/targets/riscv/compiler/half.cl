// Half without instructions for it: vectors of integers and floats, and no function is called. With
// Zvfhmin and Zfhmin there are instructions.
// RUN: muxc --pipeline=kernel --target=riscv --emit=asm %s | FileCheck --check-prefixes=SOFT,VECTOR %s
// RUN: muxc --pipeline=kernel --target=riscv32 --emit=asm %s | FileCheck --check-prefixes=SOFT %s
// RUN: muxc --pipeline=kernel --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl256b,+zfhmin,+zvfhmin;abi=lp64d" --emit=asm %s | FileCheck --check-prefix=NATIVE %s
// SOFT-NOT: {{__extendhf|__trunc[sd]fhf}}
// VECTOR: vsetvli
// VECTOR: vfmul.vv
// SOFT-NOT: {{__extendhf|__trunc[sd]fhf}}
// NATIVE: vfwcvt.f.f.v
// NATIVE: vfmul.vv
// NATIVE: vfncvt.f.f.w
kernel void product(global const half *a, global const half *b, global half *c, half d) {
  size_t i = get_global_id(0);
  c[i] = a[i] * b[i] - d;
}
