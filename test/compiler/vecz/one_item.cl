// Code of one work-item per work-group is not vectorised along the dimension with the one work-item.
// RUN: muxc --pipeline=kernel --target=host --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-NOT: define internal void @one.item.v
// CHECK: define internal void @row.item.v{{[0-9]+}}({{.*}} #[[ROW:[0-9]+]]
// CHECK-NOT: define internal void @one.item.v
// CHECK: attributes #[[ROW]] = {{{.*}} "kiln-simd-group"="{{[0-9]+}},0,0"
kernel void one(global float *p) {
  if (get_local_id(0) == 0)
    p[get_group_id(0)] = sqrt(p[get_group_id(0)]);
}

kernel void row(global float *p) {
  if (get_local_id(1) == 0)
    p[get_global_id(0)] = sqrt(p[get_global_id(0)]);
}
