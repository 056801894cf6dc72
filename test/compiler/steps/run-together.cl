// Work-items that may return early run without guards until some have, and apart from then on.
// RUN: muxc --pipeline=kernel --target=host --print-after=split-barriers %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-disable-steps=run-together --print-after=split-barriers %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: define {{.*}}void @k(
// CHECK: call i32 @k.region1.together.items(
// CHECK: call void @k.region1.guarded.items(
// OFF-LABEL: define {{.*}}void @k(
// OFF-NOT: together
// OFF: call void @k.region1.guarded.items(
kernel void k(global int *p, local int *t) {
  int l = get_local_id(0);
  if (p[l] < 0) return;
  t[l] = p[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[l] = t[l ^ 1];
}
