// A kernel whose vectors gain little, as estimated, is marked: the runtime compares it with scalar code. Vectors that
// were asked for are never in doubt.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v2 -cl-kiln-vectorize=always --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORCED
// FORCED-NOT: kiln.flags

// CHECK-LABEL: define {{.*}}void @search(
// CHECK-SAME: !kiln.flags ![[FLAGS:[0-9]+]]
kernel void search(global const int *in, global int *out, global const int *sorted) {
  int i = get_global_id(0), value = in[i], at = 512;
  for (int step = 256; step >= 1; step /= 2) at = value < sorted[at] ? at - step : at + step;
  out[i] = at;
}

// CHECK-LABEL: define {{.*}}void @sure(
// CHECK-NOT: kiln.flags
// CHECK: ret void
kernel void sure(global const float *in, global float *out) {
  int i = get_global_id(0);
  out[i] = in[i] * 2 + 1;
}
// Work-groups may be short along dimension 1, whatever the gain.
// CHECK-LABEL: define {{.*}}void @columns(
// CHECK-SAME: !kiln.flags ![[FLAGS]]
kernel void columns(global const float *in, global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[x * n + y] * 2 + 1;
}
// CHECK: ![[FLAGS]] = !{i64 128}
