// Names of the compiler's own are not for programs.
// RUN: not muxc --pipeline=finalize -w %s 2>&1 | FileCheck %s
// CHECK-DAG: error: the name '__mux_get_global_id' is reserved
// CHECK-DAG: error: the name '__kiln_printf_1' is reserved
float __mux_get_global_id(float x) { return x; }
constant int __kiln_printf_1 = 3;
kernel void k(global float *p) {
  p[get_global_id(0)] = __mux_get_global_id(p[0]) + __kiln_printf_1;
}
