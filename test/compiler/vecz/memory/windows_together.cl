// Two loads share a window if stores to both addresses do. Other loads have windows of their own.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s

// CHECK-LABEL: define internal void @swap.item.v16(
// CHECK: all{{.*}}:
// CHECK: masked.load
// CHECK: masked.load
// CHECK: kiln.permute
// CHECK: kiln.permute
// CHECK: kiln.permute
// CHECK: kiln.permute
// CHECK: some{{.*}}:
// CHECK: masked.gather
// CHECK: masked.gather
// CHECK: joined
kernel void swap(global int *a, uint distance) {
  uint i = get_global_id(0);
  uint low = 2 * i - (i & (distance - 1));
  int x = a[low], y = a[low + distance];
  if (x > y) {
    a[low] = y;
    a[low + distance] = x;
  }
}

// CHECK-LABEL: define internal void @apart.item.v16(
// CHECK: all{{.*}}:
// CHECK: kiln.permute
// CHECK: some{{.*}}:
// CHECK: masked.gather
// CHECK-NOT: masked.gather
// CHECK: joined
kernel void apart(global const int *a, global int *out, uint distance) {
  uint i = get_global_id(0);
  uint low = 2 * i - (i & (distance - 1));
  out[i] = a[low] - a[low + distance];
}
