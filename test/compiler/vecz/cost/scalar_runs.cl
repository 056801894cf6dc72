// Where scalar code may have vectors of its own, launches decide: 128 in the kernel's flags (mux_kernel_vectors_are_uncertain).
// RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --pipeline=kernel --print-after=vectorize-kernels %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: define {{.*}}@runs({{.*}} !kiln.flags ![[FLAGS:[0-9]+]]
kernel void runs(global const float *in, global float *out) {
  int i = get_global_id(0);
  for (int j = 0; j < 8; ++j) out[8 * i + j] = 2.0f * in[8 * i + j] + 1.0f;
}
// CHECK: define {{.*}}@pairs(
// CHECK-NOT: kiln.flags
// CHECK: ![[FLAGS]] = !{i64 128}
kernel void pairs(global const float *in, global float *out) {
  int i = get_global_id(0);
  for (int j = 0; j < 2; ++j) out[2 * i + j] = 2.0f * in[2 * i + j] + 1.0f;
}
