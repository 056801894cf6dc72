// -cl-denorms-are-zero marks kernels.
// RUN: muxc --pipeline=finalize -cl-denorms-are-zero %s | FileCheck --check-prefix=FLUSH %s
// RUN: muxc --pipeline=finalize %s | FileCheck --check-prefix=KEEP %s

// FLUSH: define {{.*}}@k({{.*}} [[K:#[0-9]+]]
// FLUSH: attributes [[K]] = {{.*}}"kiln-flush-denorms"
// KEEP-NOT: kiln-flush-denorms
kernel void k(global float *p) { p[0] *= 0.5f; }
