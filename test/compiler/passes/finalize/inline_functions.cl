// `inline` without a definition elsewhere is common in programs.
// RUN: muxc --pipeline=finalize %s | FileCheck %s
// RUN: muxc --pipeline=finalize -cl-opt-disable %s | FileCheck %s
// CHECK: define internal {{.*}}@twice(
inline int twice(int x) { return 2 * x; }
kernel void k(global int *p) { p[0] = twice(p[1]); }
