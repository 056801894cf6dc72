// The regions of a large kernel stay functions, each with its own loops and a copy of the context. So
// counting through work-items needs no memory. A required size is known
// in them.
// RUN: muxc --pipeline=kernel --target=host --verify-each -cl-kiln-vectorize=4 %s | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=4 -DSMALL %s \
// RUN:   | FileCheck %s --check-prefix=SMALL
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=4 -cl-std=CL1.2 -DREQUIRED %s \
// RUN:   | FileCheck %s --check-prefix=REQUIRED
// CHECK-LABEL: define hidden void @k(
// CHECK: call {{.*}}@k.region0.items(
// CHECK: call {{.*}}@k.region1.items(
// CHECK: call {{.*}}@k.region2.items(
// CHECK: define internal {{.*}}@k.region1.items({{.*}}ptr noalias readonly{{.*}} %work_item)
// CHECK-NOT: alloca
// CHECK: load <4 x float>
// CHECK-NOT: store {{.*}} %work_item
// CHECK: ret
// CHECK: define internal {{.*}}@k.region2.items({{.*}} %work_item) {{.*}}#[[PART:[0-9]+]]
// CHECK: %work_item, i64 32
// CHECK: attributes #[[PART]] = { {{.*}}"kiln-outlined-region"
// SMALL-NOT: call {{.*}}.items(
// SMALL-NOT: kiln-outlined-region
// REQUIRED: define internal {{.*}}@k.region1.items(
// REQUIRED-NOT: %work_item, i64 {{32|40|48}}
// REQUIRED: ret
#define X4(x) x x x x
#ifdef SMALL
#define WORK a = a * 3.0f + b; b = b * a + 1.0f;
#else
#define WORK X4(X4(X4(X4(a = a * 3.0f + b; b = b * a + 1.0f;))))
#endif
#ifdef REQUIRED
__attribute__((reqd_work_group_size(64, 1, 1)))
#endif
kernel void k(global float *out, local float *t, float b) {
  int i = get_local_id(0);
  float a = out[i];
  t[i] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  WORK
  t[i] += a;
  barrier(CLK_LOCAL_MEM_FENCE);
  WORK
  out[i] = t[i] + a;
}
