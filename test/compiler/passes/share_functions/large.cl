// A pure function called often by a large kernel stays a function. A smaller kernel beside it inlines the
// same function: the large one has a copy.
// RUN: muxc --pipeline=kernel --target=host --print-after=inline-callees %s 2>&1 >/dev/null | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=4 --verify-each %s | FileCheck %s --check-prefix=FORM
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-vectorize=4 -DSMALL %s | FileCheck %s --check-prefix=SMALL

// Not shared: functions called once, small ones, and ones with a side effect.
// CHECK: define internal {{.*}}@_Z3cosf({{.*}} #[[SHARED:[0-9]+]] {
// CHECK-LABEL: define internal void @large.item(
// CHECK-NOT: call {{.*}}@_Z{{4tanhf|4sqrtf|6sincos}}
// CHECK: call float @_Z3sinf.shared(
// CHECK-LABEL: define internal void @small.item(
// CHECK-NOT: call {{.*}}@_Z
// CHECK: ret void
// CHECK: define internal {{.*}}@_Z3sinf.shared({{.*}} #[[SHARED]] {
// CHECK: attributes #[[SHARED]] = { {{.*}}noinline{{.*}} "kiln-shared"
// CHECK-NOT: kiln-shared

// FORM-DAG: call {{.*}}<4 x float> @_Z3sinf.shared.p4(<4 x float> %{{.*}}, <4 x i1> splat (i1 true))
// FORM-DAG: call {{.*}}float @_Z3sinf.shared(float
// FORM-DAG: define internal {{.*}}<4 x float> @_Z3sinf.shared.p4(<4 x float> %{{.*}}, <4 x i1> %active)
// FORM-NOT: define {{.*}}@_Z3sinf(

// SMALL-NOT: define {{.*}}@_Z
#define X2(x) x x
#define X64(x) X2(X2(X2(X2(X2(X2(x))))))
#ifdef SMALL
#define WORK a = sin(a) + cos(a);
#else
#define WORK X64(a = sin(a) + sqrt(cos(a));)
#endif
kernel void large(global float *p) {
  int i = get_global_id(0);
  float a = p[i], c;
  WORK
  a = tanh(a) + sincos(a, &c);
  p[i] = a + c;
}
kernel void small(global float *p) {
  int i = get_global_id(0);
  p[i] = sin(p[i]);
}
