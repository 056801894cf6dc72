// The loop over the work-items becomes RVV code that suits any vector length of at least the one
// that the facts name.
// RUN: muxc --pipeline=kernel --target=riscv --emit=asm %s | FileCheck %s -DVLEN=128
// RUN: muxc --pipeline=kernel --target=riscv --device-facts="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl256b;abi=lp64d" --emit=asm %s | FileCheck %s -DVLEN=256
// RUN: muxc --pipeline=kernel --target=riscv --device-facts="cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl512b;abi=lp64d" --emit=asm %s | FileCheck %s -DVLEN=512
// RUN: muxc --pipeline=kernel --target=riscv --device-facts="cpu=generic-rv64;features=+m,+a,+f,+d,+c" --emit=asm %s | FileCheck --check-prefix=SCALAR %s

// CHECK: .attribute 5, "rv64i{{.*}}_v1p0_{{.*}}_zvl[[VLEN]]b
// CHECK-LABEL: add:
// CHECK: vsetvli {{.*}}, e32,
// CHECK-DAG: vle32.v
// CHECK-DAG: vfadd.vv
// CHECK: vse32.v
// SCALAR-LABEL: add:
// SCALAR-NOT: vsetvli
// SCALAR: fadd.s
kernel void add(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
