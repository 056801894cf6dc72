// Without optimisation the module has the same conventions.
// RUN: muxc --pipeline=finalize --verify-each -cl-opt-disable %s | FileCheck %s

// CHECK-LABEL: define {{.*}}spir_kernel void @k(
// CHECK: call i64 @__mux_get_global_id(i32 0)
// CHECK: select i1
// CHECK: udiv i32
// CHECK: call spir_func i32 @__kiln_printf_1(
// CHECK-NOT: define {{.*}}@unused
void unused(void) {}
kernel void k(global uint *p, uint n) {
  constant char *format = "%d";
  printf(format, p[get_global_id(0)] / n);
}
