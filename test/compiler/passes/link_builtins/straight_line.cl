// The most frequent math functions are straight-line code: no calls, no loops, no tables, no variables.
// Branches exist for rare arguments alone (denormals, large angles).
// RUN: muxc --passes='link-builtins,default<O2>' %s | FileCheck %s
// RUN: muxc --passes='link-builtins,default<O2>' %s | FileCheck --check-prefix=NONE %s
// NONE-NOT: {{@__mux_has_fma|alloca|switch i}}

// CHECK-LABEL: define {{.*}} @exponentials(
// CHECK-NOT: {{ br | call .*@_Z}}
// CHECK: ret void
kernel void exponentials(global float *f, global double *d) {
  *f = exp(*f) + exp2(*f) + exp10(*f) + expm1(*f);
  *d = exp(*d) + exp2(*d) + exp10(*d) + expm1(*d);
}

// CHECK-LABEL: define {{.*}} @logarithms(
// CHECK-NOT: {{ call .*@_Z}}
// CHECK: ret void
kernel void logarithms(global float *f, global double *d) {
  *f = log(*f) + log2(*f) + log10(*f) + log1p(*f);
  *d = log(*d) + log2(*d) + log10(*d) + log1p(*d);
}

// CHECK-LABEL: define {{.*}} @powers(
kernel void powers(global float *f, global double *d) {
  *f = pow(*f, f[1]);
  *d = pow(*d, d[1]);
}

// CHECK-LABEL: define {{.*}} @sine(
kernel void sine(global float *f, global double *d) {
  *f = sin(*f);
  *d = cos(*d);
}

// CHECK-LABEL: define internal {{.*}} @_Z3powff(
// CHECK-NOT: {{ call .*@_Z}}
// CHECK: ret float
// CHECK-LABEL: define internal {{.*}} @_Z3powdd(
// CHECK-NOT: {{ call .*@_Z}}
// CHECK: ret double
// CHECK-LABEL: define internal {{.*}} @_Z3sinf(
// CHECK: br i1
// CHECK-NOT: {{ br i1 | call .*@_Z}}
// CHECK: ret float
// CHECK-LABEL: define internal {{.*}} @_Z3cosd(
// CHECK: br i1
// CHECK-NOT: {{ br i1 | call .*@_Z}}
// CHECK: ret double
