// The time to linearise a branch grows with the number of branches. Work-item functions with more than
// 500 divergent paths stay scalar.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=4 -cl-kiln-remarks -DMANY %s -o %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=4 -cl-kiln-remarks %s -o %t 2>&1 \
// RUN:   | FileCheck %s
// MANY: kernel 'k' is not vectorised: too many branches diverge
// CHECK: kernel 'k' is vectorised: 4 work-items
#define X4(x) x x x x
#ifdef MANY
#define ALL(x) X4(X4(X4(X4(X4(x)))))
#else
#define ALL(x) X4(X4(X4(x)))
#endif
kernel void k(global int *out, int b) {
  int i = get_global_id(0), a = i;
  ALL(a = a * 3 + b; if ((a & 31) == b) { out[i] = a; return; })
  out[i] = a + 1;
}
