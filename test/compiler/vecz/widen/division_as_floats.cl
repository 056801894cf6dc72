// Without an instruction for integer vectors, 32-bit integers are divided exactly in double. Divisions by
// constants stay integer.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v4 -cl-kiln-vectorize=16 --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// CHECK-LABEL: define internal void @k.item.v16(
// CHECK: %[[A:.*]] = uitofp <16 x i32> %{{.*}} to <16 x double>
// CHECK: %[[B:.*]] = uitofp <16 x i32> %{{.*}} to <16 x double>
// CHECK: %[[Q:.*]] = fdiv <16 x double> %[[A]], %[[B]]
// CHECK: fptoui <16 x double> %[[Q]] to <16 x i32>
// CHECK: uitofp <16 x i16> %{{.*}} to <16 x float>
// CHECK-NOT: urem <16 x i16>
// CHECK: udiv <16 x i32> %{{.*}}, splat (i32 25)
kernel void k(global int *a, global ushort *s, global uint *u) {
  size_t i = get_global_id(0);
  if (a[i] > 0) a[i] = (a[i] ^ 77) / a[i];
  s[i] = (ushort)(s[i] % (ushort)(s[i] | 3));
  u[i] /= 25;
}
