// A volatile id in private memory becomes a value. Floating-point variables stay volatile, and one that a function gets.
// RUN: muxc --pipeline=kernel --target=host --print-after=local-memory %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=drop-private-volatile --print-after=local-memory %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define {{.*}}void @id(
// CHECK-NOT: alloca
// CHECK-LABEL: define {{.*}}void @real(
// CHECK: store volatile float
// CHECK: load volatile float
// CHECK-LABEL: define {{.*}}void @passed(
// CHECK: load volatile i32
// OFF-LABEL: define {{.*}}void @id(
// OFF: load volatile i32
kernel void id(global int *p) {
  volatile int i = get_global_id(0);
  p[i] = i / 8;
}
kernel void real(global float *p) {
  volatile float product = p[0] * p[1];
  p[2] = product + p[3];
}
void __attribute__((noinline)) set(volatile int *to) { *to = 3; }
kernel void passed(global int *p) {
  volatile int i = 2;
  set(&i);
  p[get_global_id(0)] = p[get_global_id(0) + 64] * i;
}
