// Calls with the flag afn go to the library's relaxed variants, of float; others stay.
// RUN: muxc --passes=link-builtins -cl-unsafe-math-optimizations %s | FileCheck --check-prefix=RELAXED %s
// RUN: muxc --passes=link-builtins -cl-fast-relaxed-math %s | FileCheck --check-prefix=RELAXED %s
// RUN: muxc --passes=link-builtins -cl-mad-enable -cl-finite-math-only -cl-no-signed-zeros %s | FileCheck --check-prefix=FULL %s
// RELAXED-DAG: call {{.*}} @_Z13__relaxed_sinf(
// RELAXED-DAG: call {{.*}} @_Z13__relaxed_powDv4_fS_(
// RELAXED-DAG: call {{.*}} @_Z14__relaxed_pownfi(
// RELAXED-DAG: call {{.*}} @_Z3expf(
// RELAXED-DAG: call {{.*}} @_Z3sind(
// RELAXED-NOT: @_Z3sinf(
// FULL-NOT: __relaxed
// FULL: call {{.*}} @_Z3sinf(
kernel void k(global float *f, global float4 *v, global double *d, global int *n) {
  f[0] = sin(f[1]) + exp(f[2]) + pown(f[3], n[0]);
  v[0] = pow(v[1], v[2]);
  d[0] = sin(d[1]);
}
