// A kernel that asks for global ids alone may run small work-groups as one.
// RUN: muxc --pipeline=kernel --target=host --print-after=work-item-loops --print-after=entry-points %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=mark-group-invariant --print-after=work-item-loops --print-after=entry-points %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK: "kiln-merge-groups"
// OFF-NOT: "kiln-merge-groups"
// OFF: define hidden void @scale(
kernel void scale(global float *a) {
  a[get_global_id(0)] *= 2;
}
