// -cl-single-precision-constant, and what -cl-fp32-correctly-rounded-divide-sqrt says of quotients.
// RUN: muxc --pipeline=finalize -cl-single-precision-constant %s | FileCheck --check-prefixes=SHORT,LOOSE %s
// RUN: muxc --pipeline=finalize -cl-fp32-correctly-rounded-divide-sqrt %s | FileCheck --check-prefixes=LONG,EXACT %s
// SHORT-NOT: double
// SHORT: fmul float
// LONG: fmul double {{.*}}, 1.000000e-01
// LOOSE: fdiv float {{.*}}, !fpmath ![[LOOSE:[0-9]+]]
// LOOSE: ![[LOOSE]] = !{float 2.5
// EXACT-NOT: fpmath
kernel void k(global float *f) {
  f[3] = f[4] * 0.1;
  f[0] = f[1] / f[2];
}
