// -cl-mad-enable: products and sums of different statements are fused where the machine does that.
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3" --emit=asm -cl-mad-enable %s | FileCheck --check-prefix=FUSED %s
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3" --emit=asm -cl-fast-relaxed-math %s | FileCheck --check-prefix=FUSED %s
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3" --emit=asm %s | FileCheck --check-prefix=APART %s
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v2" --emit=asm -cl-mad-enable %s | FileCheck --check-prefix=APART %s
// REQUIRES: x86_64
// FUSED: vfm
// APART-NOT: vfm
// APART: mulps
// APART-NOT: vfm
kernel void k(global float *p, global float *q) {
  const size_t i = get_global_id(0);
  const float product = p[i] * q[i];
  p[i] = product + 3.0f;
}
