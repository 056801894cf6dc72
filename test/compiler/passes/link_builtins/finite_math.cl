// Calls with a promise of finite numbers go to variants without code for others. Zeros and denormals keep their results.
// RUN: muxc --passes='link-builtins,always-inline,default<O2>' %s | FileCheck --check-prefix=ALL %s
// RUN: muxc --passes='link-builtins,always-inline,default<O2>' -cl-finite-math-only %s | FileCheck --check-prefix=FINITE %s
// RUN: muxc --passes='link-builtins,always-inline,default<O2>' -cl-fast-relaxed-math %s | FileCheck --check-prefix=FINITE %s
// RUN: muxc --passes=link-builtins -cl-finite-math-only %s | FileCheck --check-prefix=LINKED %s

// LINKED-NOT: __mux_

// ALL-LABEL: define {{.*}} @classes(
// ALL: icmp
// FINITE-LABEL: define {{.*}} @classes(
// FINITE-NOT: {{load float|icmp}}
// FINITE: store i32 5
kernel void classes(global float *f, global int *n) {
  *n = (isnan(*f) ? 2 : 1) + (isinf(*f) ? 8 : 4) * isfinite(*f);
}

// ALL-LABEL: define {{.*}} @logarithm(
// ALL: 2130706432
// FINITE-LABEL: define {{.*}} @logarithm(
// FINITE-NOT: 2130706432
// FINITE: icmp slt i32 {{.*}}, 8388608
kernel void logarithm(global float *f) { *f = log(*f); }

// ALL-LABEL: define {{.*}} @smaller(
// ALL-NOT: nnan
// ALL: ret void
// FINITE-LABEL: define {{.*}} @smaller(
// FINITE: call {{.*}}nnan ninf {{.*}}@llvm.minnum.f32
// FINITE: ret void
kernel void smaller(global float *f) { *f = fmin(*f, f[1]); }

// No promise holds for an intermediate value: 1/x is an infinity for 0, and dropped.
// ALL-LABEL: define {{.*}} @gamma(
// FINITE-LABEL: define {{.*}} @gamma(
// FINITE-NOT: {{fdiv|fmul|fadd|fsub}} nnan
// FINITE: ret void
kernel void gamma(global double *d) { *d = tgamma(*d); }
