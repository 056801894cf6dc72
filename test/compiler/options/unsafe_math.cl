// -cl-unsafe-math-optimizations: sums in another order.
// RUN: muxc --pipeline=kernel --target=host -cl-unsafe-math-optimizations %s | FileCheck --check-prefix=UNSAFE %s
// RUN: muxc --pipeline=kernel --target=host -cl-fast-relaxed-math %s | FileCheck --check-prefix=UNSAFE %s
// RUN: muxc --pipeline=kernel --target=host %s | FileCheck --check-prefix=STRICT %s
// UNSAFE-NOT: fadd {{.*}}{{1|2}}.000000e+00
// UNSAFE: fadd {{.*}}3.000000e+00
// UNSAFE-NOT: fadd {{.*}}{{1|2}}.000000e+00
// STRICT-NOT: 3.000000e+00
// STRICT: fadd {{.*}}1.000000e+00
// STRICT: fadd {{.*}}2.000000e+00
kernel void k(global float *p, global float *out) {
  const float first = p[get_global_id(0)] + 1.0f;
  out[get_global_id(0)] = first + 2.0f;
}
