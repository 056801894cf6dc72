// SIMD groups of work-items are as wide as two vector registers of the length that the properties name; a
// device without V runs them one by one.
// RUN: muxc --pipeline=kernel --target=riscv --emit=asm %s | FileCheck %s -DVLEN=128 -DBYTES=32
// RUN: muxc --pipeline=kernel --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl256b;abi=lp64d" --emit=asm %s | FileCheck %s -DVLEN=256 -DBYTES=64
// RUN: muxc --pipeline=kernel --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl512b;abi=lp64d" --emit=asm %s | FileCheck %s -DVLEN=512 -DBYTES=128
// RUN: muxc --pipeline=kernel --target=riscv --target-properties="cpu=generic-rv64;features=+m,+a,+f,+d,+c" --emit=asm %s | FileCheck --check-prefix=SCALAR %s

// CHECK: .attribute 5, "rv64i{{.*}}_v1p0_{{.*}}_zvl[[VLEN]]b
// CHECK-LABEL: add:
// CHECK: {{vseti?vli}} {{.*}}, e32, m2,
// CHECK: vle32.v
// CHECK: vle32.v
// CHECK: addi {{.*}}, [[BYTES]]
// CHECK: vfadd.vv
// CHECK: vse32.v
// SCALAR-LABEL: add:
// SCALAR-NOT: vset
// SCALAR: fadd.s
// SCALAR-NOT: fadd.s
// SCALAR: .Lfunc_end
kernel void add(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
