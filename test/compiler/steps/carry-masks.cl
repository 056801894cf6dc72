// The lanes that are left in a loop are integers from one iteration to the next.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-vectorize=8 --verify-each %s | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-vectorize=8 --verify-each -cl-kiln-disable-steps=carry-masks %s | FileCheck %s --check-prefix=OFF
// CHECK-NOT: phi <8 x i1>
// CHECK: phi <8 x i32>
// CHECK-NOT: phi <8 x i1>
// OFF: phi <8 x i1>
kernel void f(global float *p) {
  float x = p[get_global_id(0)];
  while (x < 1000.0f) x = x * x + 2.0f;
  p[get_global_id(0)] = x;
}
