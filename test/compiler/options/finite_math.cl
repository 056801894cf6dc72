// -cl-finite-math-only: there are no NaNs and no infinities.
// RUN: muxc --pipeline=kernel --target=host -cl-finite-math-only %s | FileCheck --check-prefix=FINITE %s
// RUN: muxc --pipeline=kernel --target=host -cl-fast-relaxed-math %s | FileCheck --check-prefix=FINITE %s
// RUN: muxc --pipeline=kernel --target=host %s | FileCheck --check-prefix=FULL %s
// FINITE-NOT: fcmp
// FULL: fcmp uno
kernel void k(global float *p, global int *out) { out[get_global_id(0)] = p[get_global_id(0)] != p[get_global_id(0)]; }
