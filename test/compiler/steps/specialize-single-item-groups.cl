// A kernel that asks for its group's id has a variant for groups of one work-item.
// RUN: muxc --pipeline=kernel --target=host --print-after=outline-work-items %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=specialize-single-item-groups --print-after=outline-work-items %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: "kiln-merge-single-groups"
// OFF-NOT: kiln-merge-single-groups
// OFF: @row.items(
kernel void row(global float *a) {
  a[get_group_id(0)] *= 2;
}
