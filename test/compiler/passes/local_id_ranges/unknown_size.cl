// Local ids are below the device's largest local size even if the local size is not known. So a signed division by a
// power of 2 is a shift.
// RUN: muxc --pipeline=kernel --target=host --print-after=outline-work-items %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --emit=ll -cl-kiln-vectorize=never %s | FileCheck %s --check-prefix=SHIFT
// CHECK-LABEL: define internal void @k.item(
// CHECK: call range(i64 0, {{[0-9]+}}) i64 @__mux_get_local_id(i32 0)
// SHIFT-NOT: sdiv
// SHIFT-NOT: srem
// SHIFT: ret void
kernel void k(global int *p) {
  int l = get_local_id(0);
  p[l / 8] = l % 8;
}
