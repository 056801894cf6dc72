// The address space goes from a variable's debug expression; the rest of it stays.
// RUN: muxc --passes=drop-debug-address-spaces -g %s | FileCheck %s
// RUN: muxc -g %s | FileCheck %s --check-prefix=BEFORE
// BEFORE: #dbg_declare({{.*}}DW_OP_xderef
// CHECK: define {{.*}}@{{.*}}k(
// CHECK: #dbg_declare(ptr %{{.*}}, !{{[0-9]+}}, !DIExpression(), !{{[0-9]+}})
// CHECK-NOT: #dbg_{{.*}}xderef
kernel void k(global int *out) {
  int value = out[0];
  out[1] = value;
}
