// With -g, errors have a location.
// RUN: not muxc --pipeline=finalize -g %s 2>&1 | FileCheck %s
int nobody(int x);
// CHECK: error: {{.*}}:5:{{.*}}undefined function 'nobody'
kernel void k(global int *p) { p[0] = nobody(p[1]); }
