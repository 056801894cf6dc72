// Divisors that are zero or infinite, also where the build promises that nothing is: 1 / (1 + exp(-x)) is a
// common function of neural networks, and exp(-x) is infinite for x < -88.
// RUN: clrun -g 16 -k sigmoid %s 'float[16]=-200,-100,0,100' 'float[16]' --print=1 --options="-cl-fast-relaxed-math" | FileCheck %s
// RUN: clrun -g 16 -k sigmoid %s 'float[16]=-200,-100,0,100' 'float[16]' --print=1 --options="-cl-fast-relaxed-math -cl-kiln-vectorize=8" | FileCheck %s
// RUN: clrun -g 16 -k sigmoid %s 'float[16]=-200,-100,0,100' 'float[16]' --print=1 --options="-cl-unsafe-math-optimizations" | FileCheck %s
// CHECK: 0: 0 0 {{0\.5|0\.4999999.*}} {{1|0\.999999.*}} 0 0
// RUN: clrun -g 16 -k inverse %s 'float[16]=0,inf,4,-2' 'float[16]' --print=1 --options="-cl-unsafe-math-optimizations" | FileCheck %s --check-prefix=INVERSE
// RUN: clrun -g 16 -k inverse %s 'float[16]=0,inf,4,-2' 'float[16]' --print=1 --options="-cl-fast-relaxed-math" | FileCheck %s --check-prefix=INVERSE
// INVERSE: 0: inf 0 {{0\.25|0\.2499999.*}} {{-0\.5|-0\.49999.*}}
// RUN: clrun -g 16 -k roots %s 'float[16]=0,inf,4,0.25' 'float[16]' --print=1 --options="-cl-fast-relaxed-math" | FileCheck %s --check-prefix=ROOTS
// ROOTS: 0: inf 0 {{0\.5|0\.49999.*}} {{2|1\.99999.*}}
kernel void sigmoid(global const float *x, global float *out) {
  int i = get_global_id(0);
  out[i] = 1.0f / (1.0f + exp(-x[i]));
}
kernel void inverse(global const float *x, global float *out) {
  int i = get_global_id(0);
  out[i] = 1.0f / x[i];
}
kernel void roots(global const float *x, global float *out) {
  int i = get_global_id(0);
  out[i] = 1.0f / sqrt(x[i]);
}
