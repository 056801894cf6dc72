// Where denormals may be zeros, functions have no code for them. With finite numbers too, logarithms have no branch.
// RUN: muxc --pipeline=finalize %s | muxc --passes='link-builtins,always-inline,default<O2>' - | FileCheck --check-prefix=KEPT %s
// RUN: muxc --pipeline=finalize -cl-denorms-are-zero %s | muxc --passes='link-builtins,always-inline,default<O2>' - | FileCheck --check-prefix=FLUSHED %s
// RUN: muxc --pipeline=finalize -cl-denorms-are-zero -cl-finite-math-only %s | muxc --passes='link-builtins,always-inline,default<O2>' - | FileCheck --check-prefix=BOTH %s

// KEPT-LABEL: define {{.*}} @parts(
// KEPT: fmul
// FLUSHED-LABEL: define {{.*}} @parts(
// FLUSHED-NOT: fmul
// FLUSHED: ret void
// BOTH-LABEL: define {{.*}} @parts(
// BOTH-NOT: fmul
// BOTH: ret void
kernel void parts(global float *f, global int *n) { *f = frexp(*f, n); }

// KEPT-LABEL: define {{.*}} @logarithm(
// KEPT: br i1
// KEPT: ret void
// BOTH-LABEL: define {{.*}} @logarithm(
// BOTH-NOT: br i1
// BOTH: fcmp {{.*}}olt double {{.*}}, 0x10000000000000
// BOTH: ret void
kernel void logarithm(global double *d) { *d = log(*d); }
