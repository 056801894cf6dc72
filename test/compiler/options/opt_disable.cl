// -cl-opt-disable: kernels are not vectorised.
// RUN: muxc --pipeline=kernel --target=host -cl-opt-disable %s | FileCheck --check-prefix=SCALAR %s
// RUN: muxc --pipeline=kernel --target=host %s | FileCheck --check-prefix=WIDE %s
// SCALAR-NOT: fmul <
// SCALAR: fmul float
// WIDE: fmul <
kernel void k(global float *p) {
  float x = p[get_global_id(0)];
  x *= 3.0f;
  p[get_global_id(0)] = x;
}
