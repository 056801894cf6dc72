// -cl-no-signed-zeros: x + 0 is x.
// RUN: muxc --pipeline=kernel --target=host -cl-no-signed-zeros %s | FileCheck --check-prefix=NONE %s
// RUN: muxc --pipeline=kernel --target=host -cl-unsafe-math-optimizations %s | FileCheck --check-prefix=NONE %s
// RUN: muxc --pipeline=kernel --target=host %s | FileCheck --check-prefix=SIGNED %s
// NONE-NOT: fadd
// SIGNED: fadd
kernel void k(global float *p, global float *out) { out[get_global_id(0)] = p[get_global_id(0)] + 0.0f; }
