// Only existing integer parameters of up to 64 bits can have a value.

// RUN: not muxc --pipeline=kernel --target=host --parameter=0=1 %s 2>&1 | FileCheck -DINDEX=0 %s
// RUN: not muxc --pipeline=kernel --target=host --parameter=1=1 %s 2>&1 | FileCheck -DINDEX=1 %s
// RUN: not muxc --pipeline=kernel --target=host --parameter=2=1 %s 2>&1 | FileCheck -DINDEX=2 %s
// RUN: not muxc --pipeline=kernel --target=host --parameter=3=1 %s 2>&1 | FileCheck -DINDEX=3 %s

// CHECK: error: {{.*}}parameter [[INDEX]] of kernel k is no integer that can be given a value

kernel void k(global float *p, float f, int2 v) {
  p[0] = f + v.x;
}
