// A branch to printf is unlikely, so the rest of the kernel is worth vectors.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-remarks --print-after=lower-printf %s -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: define {{.*}}@check(
// CHECK: br i1 %{{.*}}, !prof ![[RARE:[0-9]+]]
// CHECK: call spir_func i32 @__kiln_printf_1(
// CHECK: ![[RARE]] = !{!"branch_weights", i32 1, i32 1048575}
// CHECK: kernel 'check' is vectorised
kernel void check(global const float *a, global float *b) {
  int i = get_global_id(0);
  float x = 2 * a[i];
  if (x != x) printf("not a number: %d\n", i);
  b[i] = x;
}
