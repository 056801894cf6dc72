// The variant for groups of one work-item is a work-item function of its own.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=split-variants --print-after=split-uniform-branches %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-COUNT-2: call void @row{{[a-z.]*}}.items(
// OFF-COUNT-1: call void @row{{[a-z.]*}}.items(
// OFF-NOT: call void @row{{[a-z.]*}}.items(
kernel void row(global float *a) {
  a[get_group_id(0)] *= 2;
}
